import type { Axis } from '../../../contract/workload.ts';
import { findProgram, startScript } from '../script-process.ts';
import type { Computation, ScriptVariant, Task } from '../script-variant.ts';
import { describePicture, pictureCost, pictureOf } from './picture.ts';

/** More pixels take minutes: 1024^2 at 1000 iterations took 280 s. */
const maxPixels = 256 * 256;

/** A pointer and an object for each float, a second list while the old one is replaced, and two copies of the bytes. */
const bytesPerPixel = 8 + 24 + 8 + 2 * 8 + 2 * 8;

/**
 * Floats of Python are float64 and every operation is rounded on its own. The clocks are Python's own, so that times
 * exclude its start and the pipe.
 */
const source = `
import array, ctypes, json, platform, sys, time

try:
    # Linux: ends with the process that started it, whatever it is doing then.
    ctypes.CDLL(None).prctl(1, 9)
except (OSError, AttributeError):
    pass

task = json.loads(sys.argv[1])
xres, yres, maxiter = task["xres"], task["yres"], task["maxiter"]
xmin, xmax, ymin, ymax = (float(task[name]) for name in ("xmin", "xmax", "ymin", "ymax"))


def compute(pixels):
    dx = (xmax - xmin) / xres
    dy = (ymax - ymin) / yres
    for i in range(xres):
        cx = i * dx + xmin
        for j in range(yres):
            cy = j * dy + ymin
            u = 0.0
            v = 0.0
            k = 1
            while k < maxiter and u * u + v * v < 4:
                u, v = (u * u - v * v) + cx, (2 * u) * v + cy
                k += 1
            pixels[j * xres + i] = 0.0 if k == maxiter else float(k)


def reply(head, body=b""):
    sys.stdout.buffer.write(json.dumps({**head, "bytes": len(body)}).encode() + b"\\n" + body)
    sys.stdout.buffer.flush()


def clock_step():
    steps = []
    while len(steps) < 100:
        start = time.perf_counter_ns()
        step = time.perf_counter_ns() - start
        if step > 0:
            steps.append(step)
    return min(steps)


pixels = [0.0] * (xres * yres)
name = platform.python_implementation() + " " + platform.python_version()
reply({"runtime": name, "clockStepNs": clock_step()})
for line in sys.stdin:
    request = json.loads(line)
    if request["ask"] == "output":
        values = array.array("d", pixels)
        if sys.byteorder == "big":
            values.byteswap()
        reply({}, values.tobytes())
        continue
    cpu = time.process_time_ns()
    start = time.perf_counter_ns()
    for _ in range(request["repeats"]):
        if request["whole"]:
            pixels = [0.0] * (xres * yres)
        compute(pixels)
    end = time.perf_counter_ns()
    reply({"ns": end - start, "cpuNs": time.process_time_ns() - cpu})
`;

async function open(task: Task): Promise<Computation> {
  const python = findProgram('python3');
  if (python === null) throw new Error('python3 was not found on the PATH');
  const picture = JSON.stringify(pictureOf(task));
  const script = startScript(python, ['-I', '-c', source, picture]);
  const { head } = await script.next();
  return {
    run: async (whole, repeats) => {
      const { head: times } = await script.ask({ ask: 'run', whole, repeats });
      return { ns: Number(times.ns), cpuNs: Number(times.cpuNs) };
    },
    output: async () => (await script.ask({ ask: 'output' })).body,
    close: script.close,
    runtime: String(head.runtime),
    clockResolutionNs: Number(head.clockStepNs),
  };
}

const allowLarge: Axis = {
  id: 'allowLarge',
  title: 'Allow large',
  help: 'Also pictures of more than 65536 pixels, which take minutes.',
  role: 'variant',
  type: 'flag',
  default: false,
};

export const variant: ScriptVariant = {
  workload: 'mandelbrot',
  describe: () =>
    describePicture(
      {
        id: 'python',
        title: 'Python',
        summary: 'Plain loops over a list in the python3 of this machine.',
        source: 'Oviedo 2022',
        reason: findProgram('python3') === null ? 'python3 was not found on the PATH' : null,
      },
      [allowLarge],
    ),
  refuse: ({ xres, yres, allowLarge: allowed }) => {
    const pixels = Number(xres) * Number(yres);
    if (allowed === true || pixels <= maxPixels) return null;
    return `the picture has ${pixels} pixels, Python takes up to ${maxPixels} unless allowLarge is set`;
  },
  input: 'none',
  slowdown: 300,
  hostBytes: ({ xres, yres }) => bytesPerPixel * Number(xres) * Number(yres),
  cost: pictureCost,
  open,
};
