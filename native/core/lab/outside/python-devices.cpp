#include "worker-source.h"

namespace breakeven::lab {

const char* const python_devices = R"python(
import array, struct


class Host:
    """NumPy arrays, timed by the clock of this process."""

    def __init__(self):
        self.separate = False

    def take(self, array):
        return array

    def synchronize(self):
        pass


def shared_view(kind, handle, shape):
    """Shared memory as numbers, without NumPy."""
    import mmap

    codes = {"int32": "i", "int64": "q", "float32": "f", "float64": "d"}
    data = memoryview(mmap.mmap(handle, 0))[int(offset) :]
    size = struct.calcsize(codes[kind])
    for count in shape:
        size *= count
    return data[:size].cast(codes[kind])


class Lists:
    """Lists of Python, which are copies of the shared arrays; timed by the clock of this process."""

    def take(self, view):
        return view.tolist()

    def fill(self, values, view):
        values[:] = view

    def read(self, values, view):
        if len(values) != len(view):
            raise Fault(f"it made {len(values)} elements of the {len(view)} of an array")
        view[:] = array.array(view.format, values)

    def event(self):
        return clock()

    def between_ns(self, start, end):
        return end - start

    def synchronize(self):
        pass


class CuPy:
    def __init__(self):
        import cupy

        self.cupy = cupy
        cupy.cuda.Device(int(gpu)).use()

    def take(self, array):
        return self.cupy.array(array)

    def fill(self, array, host):
        array.set(numpy.ascontiguousarray(host))

    def copy(self, array, other):
        self.cupy.copyto(array, other)

    def read(self, array, host):
        host[...] = array.get()

    def event(self):
        event = self.cupy.cuda.Event()
        event.record()
        return event

    def between_ns(self, start, end):
        end.synchronize()
        return 1e6 * self.cupy.cuda.get_elapsed_time(start, end)

    def synchronize(self):
        self.cupy.cuda.Device().synchronize()


class Torch:
    def __init__(self):
        import torch

        self.torch = torch
        torch.cuda.set_device(int(gpu))

    def take(self, array):
        return self.torch.from_numpy(array.copy()).cuda()

    def fill(self, array, host):
        array.copy_(self.torch.from_numpy(host))

    def copy(self, array, other):
        array.copy_(other)

    def read(self, array, host):
        self.torch.from_numpy(host).copy_(array)

    def event(self):
        event = self.torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def between_ns(self, start, end):
        end.synchronize()
        return 1e6 * start.elapsed_time(end)

    def synchronize(self):
        self.torch.cuda.synchronize()


class Numba:
    def __init__(self):
        from numba import cuda

        self.cuda = cuda
        cuda.select_device(int(gpu))

    def take(self, array):
        return self.cuda.to_device(numpy.ascontiguousarray(array))

    def fill(self, array, host):
        array.copy_to_device(numpy.ascontiguousarray(host))

    def copy(self, array, other):
        array.copy_to_device(other)

    def read(self, array, host):
        array.copy_to_host(host)

    def event(self):
        event = self.cuda.event()
        event.record()
        return event

    def between_ns(self, start, end):
        end.synchronize()
        return 1e6 * self.cuda.event_elapsed_time(start, end)

    def synchronize(self):
        self.cuda.synchronize()


packages = {"-": Host, "lists": Lists, "cupy": CuPy, "torch": Torch, "numba": Numba}
)python";

}  // namespace breakeven::lab
