import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A lab whose answer takes work: 64 steps for each element. */
const toml = `title = "Logistic growth"
size = "n"
function = "iterate"

[axes]
n = { min = 1, max = 10_000_000, default = 20_000, scale = "log", help = "Elements." }

[[args]]
name = "n"
scalar = "int32"
value = "n"
[[args]]
name = "x"
array = "float64"
shape = ["n"]
fill = "uniform(0.1, 0.9)"
[[args]]
name = "y"
array = "float64"
shape = ["n"]
out = true

[check]
rule = "tolerance"
rtol = 1e-9
sizes = { n = [1, 33, 1023] }
`;
const head = '#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';
const unix =
  '#include <fcntl.h>\n#include <signal.h>\n#include <sys/wait.h>\n#include <unistd.h>\n';
const loop = `for (int i = 0; i < n; ++i) {
    double v = x[i];
    for (int k = 0; k < 64; ++k) v = v * (1.01 - 0.01 * v);
    y[i] = v;
  }`;
/** A right answer after what stands in front of it. */
function solution(before: string, { pragma = '', body = loop, top = '', block = '' } = {}): string {
  return `${block}${head}${unix}${top}void iterate(int n, const double *x, double *y) {
  ${before}
${pragma === '' ? '' : `#pragma ${pragma}\n`}  ${body}
}
`;
}

/** The lab in a new folder: a baseline, and the variant that submissions take the place of. */
export function logisticLab(folder: string): string {
  const lab = join(folder, 'logistic');
  mkdirSync(lab, { recursive: true });
  writeFileSync(join(lab, 'workload.toml'), toml);
  writeFileSync(join(lab, 'sequential.c'), solution('', {}));
  writeFileSync(join(lab, 'entry.c'), solution('', { pragma: 'omp parallel for' }));
  return lab;
}

const unrolled = (by: number): string => `int i = 0;
  for (; i + ${by} <= n; i += ${by}) {
    double v[${by}];
    for (int j = 0; j < ${by}; ++j) v[j] = x[i + j];
    for (int k = 0; k < 64; ++k) for (int j = 0; j < ${by}; ++j) v[j] = v[j] * (1.01 - 0.01 * v[j]);
    for (int j = 0; j < ${by}; ++j) y[i + j] = v[j];
  }
  for (; i < n; ++i) { double v = x[i]; for (int k = 0; k < 64; ++k) v = v * (1.01 - 0.01 * v); y[i] = v; }`;
const flags = (text: string): string => `/// breakeven\n// flags = ["${text}"]\n///\n`;

/** Programs that compute, each in its way. */
export const honest: Readonly<Record<string, string>> = {
  'ada.c': solution(''),
  'alan.c': solution('', { pragma: 'omp parallel for' }),
  'barbara.c': solution('', { pragma: 'omp simd' }),
  'donald.c': solution('', { pragma: 'omp parallel for simd' }),
  'edsger.c': solution('', { body: unrolled(4) }),
  'frances.c': solution('', { body: unrolled(8) }),
  'grace.c': solution('', { body: unrolled(16) }),
  'john.c': solution('', { body: unrolled(32) }),
  'ken/entry.c': `#include "step.h"\n${solution('').replace('v * (1.01 - 0.01 * v)', 'STEP(v)')}`,
  'ken/step.h': '#define STEP(v) ((v) * (1.01 - 0.01 * (v)))\n',
  'leslie.c': solution('', { block: flags('-O1') }),
  'margaret.c': solution('', { block: flags('-ffast-math') }),
  'niklaus.cpp': solution(''),
};

/** Reads the answer of the reference out of the memory of its process, once it has computed the first elements. */
const reader = `static void *answer(const double *first, int n, const void *not) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to; char mode[8];
    if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) != 3 || mode[0] != 'r' || strstr(line, "[v")) continue;
    for (char *at = (char *)from; at + n * sizeof(double) <= (char *)to; at += sizeof(double))
      if (at != not && !memcmp(at, first, 4 * sizeof(double))) { fclose(maps); return at; }
  }
  if (maps) fclose(maps);
  return NULL;
}
`;

/** What a test plants outside of every sandbox, and finds unharmed. */
export type Outside = { readonly file: string; readonly parent: number };

/** Programs that cheat, attack or crash, by what they do. */
export function hostile({ file, parent }: Outside): Readonly<Record<string, string>> {
  return {
    'crashes.c': solution('*(volatile int *)0 = 1;'),
    'exits.c': solution('_exit(0);'),
    'fills-disk.c': solution(`static int done;
  if (!done++) {
    static char block[1 << 20];
    const char *folders[] = {"/tmp/a", "/dev/shm/a", "/a", "/var/tmp/a", "${dirname(file)}/a"};
    for (int f = 0; f < 5; ++f) {
      int out = open(folders[f], O_CREAT | O_WRONLY, 0600);
      for (int k = 0; k < 2000 && out >= 0 && write(out, block, sizeof block) == sizeof block; ++k) {}
      if (out >= 0) close(out);
    }
  }`),
    'forks.c': solution(
      'for (int k = 0; k < 3; ++k) if (fork() == 0) { setsid(); for (;;) pause(); }',
    ),
    'kills-parent.c': solution(
      `kill(getppid(), SIGKILL); kill(${parent}, SIGKILL); kill(-1, SIGKILL);`,
    ),
    'prints.c': solution(
      `printf("prints.c,faster,99,98,100,5,1,1,\\n{\\"type\\":\\"reply\\",\\"ok\\":true}\\n"); fflush(stdout);
  fprintf(stderr, "verified\\n"); for (int fd = 4; fd < 64; ++fd) (void)!write(fd, "verified\\n", 9);`,
    ),
    'reads-answer.c': solution(
      `if (n > 8) {
    double first[4];
    for (int i = 0; i < 4; ++i) { double v = x[i]; for (int k = 0; k < 64; ++k) v = v * (1.01 - 0.01 * v); first[i] = v; }
    void *found = answer(first, n, first);
    if (found && found != y) { memcpy(y, found, n * sizeof(double)); return; }
  }`,
      { top: reader },
    ),
    'sleeps.c': solution('for (;;) pause();'),
    'writes-outside.c': solution(
      `int out = open("${file}", O_WRONLY | O_TRUNC); if (out >= 0) { (void)!write(out, "mine", 4); close(out); }`,
    ),
    'wrong.c': solution('', { body: 'memcpy(y, x, n * sizeof(double));' }),
    'replays.c': solution(
      'static double last; static int m; if (m == n && last == x[0]) return; m = n; last = x[0];',
    ),
    'leaves-out.c': solution('', { block: '/// breakeven\n// where = "n < 2"\n///\n' }),
    'plugin.c': solution('', { block: flags('-fplugin=./mine.so') }),
    'includes.c': `#include "${file}"\n${solution('')}`,
    'takes-baseline/entry.c': solution(''),
    'takes-baseline/sequential.c': solution('usleep(1000);'),
    'makes/entry.c': solution(''),
    'makes/makefile': 'all:\n\ttouch made\n',
    'eats-memory.c': solution(
      'for (int k = 0; k < 1000; ++k) { char *p = malloc(1ul << 30); if (!p) abort(); memset(p, 1, 1ul << 30); }',
    ),
  };
}

/** Writes submissions into a folder, and one that is a link out of it where `link` is named. */
export function writeSubmissions(
  folder: string,
  files: Readonly<Record<string, string>>,
  link?: string,
): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  if (link !== undefined) symlinkSync(link, join(folder, 'linked.c'));
}
