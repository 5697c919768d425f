"""Threads that wait for work without the interpreter."""
ctypedef void (*share_t)(void* task, int k) noexcept nogil

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutex_t:
        pass
    ctypedef struct pthread_cond_t:
        pass


cdef class Crew:
    cdef readonly int n                # shares of a task; the caller's own is the first
    cdef share_t share
    cdef void* task
    cdef long turn                     # tasks begun
    cdef long n_done                   # shares of this one that are done, without the caller's
    cdef bint is_over
    cdef int pid
    cdef list threads
    cdef pthread_mutex_t lock
    cdef pthread_cond_t called, finished

    cdef void run(self, share_t share, void* task) noexcept nogil
    cdef void dismiss(self) noexcept nogil
    cdef void _serve(self, int k) noexcept nogil
