import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineCode, noMachineCode } from '../../../src-main/core/lab/machine-code.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** A folder with programs of these names, alone on the PATH; nvcc is there as well, and nowhere else. */
function toolkit(programs: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ nvcc: '', ...programs })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
  vi.stubEnv('NVCC', join(folder, 'nvcc'));
  return folder;
}

describe('the machine code of a kernel', () => {
  it('is what cuobjdump says of it', async () => {
    toolkit({ cuobjdump: 'echo "cuobjdump $*"', nvdisasm: 'echo nvdisasm' });
    expect(await machineCode('/k/kernel.cubin')).toBe('cuobjdump --dump-sass /k/kernel.cubin');
  });

  it('is what nvdisasm says where cuobjdump says nothing', async () => {
    toolkit({ cuobjdump: 'exit 1', nvdisasm: 'echo "nvdisasm $*"' });
    expect(await machineCode('/k/kernel.cubin')).toBe('nvdisasm --print-code /k/kernel.cubin');
  });

  it('is looked for beside the compiler as well', async () => {
    const folder = toolkit({ cuobjdump: 'echo beside' });
    vi.stubEnv('PATH', '/nowhere');
    expect(await machineCode(join(folder, 'kernel.cubin'))).toBe('beside');
  });

  it('is not there without either, with one sentence that says what to do', async () => {
    toolkit({ cuobjdump: 'exit 1', nvdisasm: 'exit 1' });
    expect(await machineCode('/k/kernel.cubin')).toBeNull();
    expect(noMachineCode('sass', 'tiled')).toBe(
      'no SASS is stored of tiled; where cuobjdump or nvdisasm of the CUDA toolkit is, it is stored with each kernel',
    );
    expect(noMachineCode('ptx', 'omp')).toBe('no PTX is stored of omp');
  });
});
