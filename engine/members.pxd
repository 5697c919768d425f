"""Where a member lies in its struct: what a layout's fields are declared with (`engine/layout.pxd`)."""


cdef inline Py_ssize_t place(const void* member, const void* whole) noexcept:
    """The member's offset in bytes."""
    return <const char*>member - <const char*>whole
