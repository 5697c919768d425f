"""Threads that share out one task after the other: `Batch` steps its games with them, a search walks its tree.

Whoever waits looks on for some microseconds before it sleeps. To wake a sleeping thread takes 50 us and more on a virtual
machine, as long as a thousand steps of a game; the tasks of a batch follow each other faster than that.
"""
import os
import threading

from posix.unistd cimport getpid

cdef extern from "<pthread.h>" nogil:
    int pthread_mutex_init(pthread_mutex_t*, void*)
    int pthread_mutex_destroy(pthread_mutex_t*)
    int pthread_mutex_lock(pthread_mutex_t*)
    int pthread_mutex_unlock(pthread_mutex_t*)
    int pthread_cond_init(pthread_cond_t*, void*)
    int pthread_cond_destroy(pthread_cond_t*)
    int pthread_cond_wait(pthread_cond_t*, pthread_mutex_t*)
    int pthread_cond_broadcast(pthread_cond_t*)

cdef extern from *:
    """
    #define crew_read(at) __atomic_load_n(at, __ATOMIC_ACQUIRE)
    #define crew_write(at, value) __atomic_store_n(at, value, __ATOMIC_RELEASE)
    #define crew_add(at) __atomic_add_fetch(at, 1, __ATOMIC_ACQ_REL)
    #if defined(__x86_64__) || defined(__i386__)
    #define crew_pause() __builtin_ia32_pause()
    #else
    #define crew_pause() ((void)0)
    #endif
    """
    long read "crew_read"(const long* at) noexcept nogil
    void write "crew_write"(long* at, long value) noexcept nogil
    long add "crew_add"(long* at) noexcept nogil
    void pause "crew_pause"() noexcept nogil

cdef enum:
    LOOKS = 2000               # some 50 us, then a thread sleeps


cdef class Crew:
    """`n` shares of a task at once: the caller does the first, threads of its own the others."""

    def __cinit__(self, int n):
        cdef int k
        if n < 1:
            raise ValueError(f"{n} threads: use 1 or more")
        pthread_mutex_init(&self.lock, NULL)
        pthread_cond_init(&self.called, NULL)
        pthread_cond_init(&self.finished, NULL)
        self.n = n
        self.pid = os.getpid()
        self.threads = [threading.Thread(target=self._thread, args=(k,), daemon=True) for k in range(1, n)]
        for thread in self.threads:
            thread.start()

    def __dealloc__(self):
        pthread_cond_destroy(&self.called)
        pthread_cond_destroy(&self.finished)
        pthread_mutex_destroy(&self.lock)

    def _thread(self, int k):
        """A thread's life. It holds the crew, so that this lives as long."""
        if k < 1 or threading.current_thread() not in self.threads:
            raise TypeError("the threads of a crew are its own")
        with nogil:
            self._serve(k)

    def close(self):
        """Ends the threads; no task may be under way."""
        if self.pid == os.getpid():      # a child of fork has no threads to end
            self.dismiss()
            for thread in self.threads:
                thread.join()
        self.threads = []

    cdef void dismiss(self) noexcept nogil:
        """Tells the threads to end, without waiting for them."""
        pthread_mutex_lock(&self.lock)
        self.is_over = True
        write(&self.turn, self.turn + 1)
        pthread_cond_broadcast(&self.called)
        pthread_mutex_unlock(&self.lock)

    cdef void run(self, share_t share, void* task) noexcept nogil:
        """Does a task; one at a time. In a child of fork, which has none of the threads, the caller does all shares."""
        cdef int k, looks = 0
        if self.n == 1 or self.pid != getpid():
            for k in range(self.n):
                share(task, k)
            return
        self.share, self.task = share, task
        self.n_done = 0
        pthread_mutex_lock(&self.lock)
        write(&self.turn, self.turn + 1)
        pthread_cond_broadcast(&self.called)
        pthread_mutex_unlock(&self.lock)
        share(task, 0)
        while read(&self.n_done) < self.n - 1 and looks < LOOKS:
            pause()
            looks += 1
        if read(&self.n_done) < self.n - 1:
            pthread_mutex_lock(&self.lock)
            while read(&self.n_done) < self.n - 1:
                pthread_cond_wait(&self.finished, &self.lock)
            pthread_mutex_unlock(&self.lock)

    cdef void _serve(self, int k) noexcept nogil:
        cdef long seen = 0
        cdef int looks
        while True:
            looks = 0
            while read(&self.turn) == seen and looks < LOOKS:
                pause()
                looks += 1
            if read(&self.turn) == seen:
                pthread_mutex_lock(&self.lock)
                while read(&self.turn) == seen:
                    pthread_cond_wait(&self.called, &self.lock)
                pthread_mutex_unlock(&self.lock)
            seen += 1
            if self.is_over:
                return
            self.share(self.task, k)
            if add(&self.n_done) == self.n - 1:
                pthread_mutex_lock(&self.lock)      # whoever waits is either not yet asleep or hears it
                pthread_cond_broadcast(&self.finished)
                pthread_mutex_unlock(&self.lock)
