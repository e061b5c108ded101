import { expect, it } from 'vitest';
import { buildFailure, firstError } from '../../../src-main/core/lab/build-errors.ts';
import type { Lab, LabSource } from '../../../src-main/core/lab/lab.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder } from '../../helpers/lab-folder.ts';

const sourceOf = (lab: Lab, name: string, language: LabSource['language']): LabSource => ({
  ...{ language, kind: 'host', path: `${lab.folder}/${name}`, name, function: 'saxpy', flags: [] },
});

it('says what the linker did not find, not that it ended', () => {
  const lab = readLab(labFolder());
  const log = `/usr/bin/ld: cannot find -lnowhere: No such file or directory
collect2: error: ld returned 1 exit status
`;
  const { reason } = buildFailure(log, sourceOf(lab, 'omp.c', 'c'), '', lab);
  expect(reason).toBe(
    'omp.c: it was not compiled: /usr/bin/ld: cannot find -lnowhere: No such file or directory',
  );
});

it('says what CMake found wrong, with its place', () => {
  const log =
    '-- Detecting\nCMake Error at CMakeLists.txt:5 (add_lib):\n  Unknown CMake command "add_lib".\n\n\n-- Configuring incomplete';
  expect(firstError(log)).toBe(
    'CMake Error at CMakeLists.txt:5 (add_lib): Unknown CMake command "add_lib".',
  );
  expect(firstError('CMake Error:')).toBe('CMake Error:');
  expect(firstError('make: nothing\nthe end')).toBe('the end');
});

it('says what is wrong in the file of a kernel, not what that makes of its call', () => {
  const lab = readLab(labFolder());
  const source = { ...sourceOf(lab, 'k.cu', 'cuda'), kind: 'cuda-kernel' } as const;
  const log = `${source.path}(3): error: expected a ";"
breakeven-arguments(2): error: too few arguments for class template "breakeven_array"
breakeven-arguments(3): error: static assertion failed with "argument y"
`;
  expect(buildFailure(log, source, '', lab).reason).toBe('k.cu:3: expected a ";"');
});

it('writes the line of Fortran that C can call', () => {
  const lab = readLab(labFolder());
  const log = `/usr/bin/ld: /tmp/cc1.o: in function \`breakeven_call':
shim.c:(.text+0x29): undefined reference to \`saxpy'
collect2: error: ld returned 1 exit status
`;
  const text = '! a loop\nSubroutine saxpy (n, a, x, y)\nend subroutine\n';
  const fortran = sourceOf(lab, 'loop.f90', 'fortran');
  expect(buildFailure(log, fortran, text, lab)).toMatchObject({
    reason:
      'loop.f90:2: saxpy cannot be called under this name from C; write subroutine saxpy(n, a, x, y) bind(C, name="saxpy"), with "use iso_c_binding" and value for each scalar',
    line: 2,
  });
  expect(buildFailure(log, fortran, 'subroutine other(n)\n', lab).reason).toBe(
    'there is no function saxpy in loop.f90; it has other',
  );
  // Another procedure that is missing: the name alone is said.
  expect(buildFailure(log, fortran, 'integer function saxpy(n)\n', lab).reason).toContain(
    'saxpy is called and nowhere defined',
  );
  const blas = log.replace("saxpy'", "dgemm_'");
  expect(buildFailure(blas, fortran, text, lab).reason).toContain('dgemm_ is called and nowhere');
});
