/** The error of a file whose parallel algorithms would not be parallel. */
export const serialAlgorithms = 'breakeven: parallel algorithms without TBB';

/** What a compiler says that lacks a part, and what to do; the code may be sound. */
const lacking: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(serialAlgorithms),
    'the parallel algorithms of this compiler run on one core without TBB: apt-get install libtbb-dev',
  ],
  [/undefined reference to `tbb::/, 'it needs TBB: libraries = ["libtbb.so.12"] in its block'],
  [
    /could not find accel\/(\S+)\/mkoffload/,
    'this GCC does not offload to $1: apt-get install gcc-offload-nvptx, or name a compiler that does',
  ],
  [
    /Value '(sm_\d+)' is not defined for option 'gpu-name'\s+nvptx-as/,
    'the CUDA toolkit that is here has no $1, for which this GCC compiles: flags = ["-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80"] in its block',
  ],
  [
    /(?:no library '|unable to find library ')(libomptarget[\w.-]+)|cannot find (?:libdevice|CUDA installation)|ptxas fatal/,
    'this clang does not offload to a GPU of NVIDIA with the CUDA toolkit that is here',
  ],
  [
    /(?:unrecognized command-line option|unknown argument:) \W?(-stdpar|-mp=gpu|-fopenmp-targets|-foffload)/,
    'this compiler has no $1: compiler = "nvc++" in its block names one that has it',
  ],
];

/** Flags by which a compiler makes code for a GPU out of loops and algorithms. */
const offloading =
  /^(?:-foffload(?:=(?!disable|default).*)?|-fopenmp-targets=.*nvptx.*|-mp=gpu|-stdpar(?:=gpu)?)$/;

export const offloads = (flags: readonly string[]): boolean =>
  flags.some((flag) => offloading.test(flag));

/** Why a compiler cannot compile a file that another one may; null where the file is at fault. */
export function lackingSupport(log: string): string | null {
  for (const [said, what] of lacking) {
    const found = said.exec(log);
    if (found !== null) return what.replace('$1', found[1] ?? '');
  }
  return null;
}
