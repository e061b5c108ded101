/** A process that remembers labs and keeps checks, as many as it is told to, once it is told to begin. */
import { keepCheck } from '../../src-main/core/lab/lab-checks.ts';
import { rememberLab } from '../../src-main/core/lab/lab-registry.ts';
import { readLab } from '../../src-main/core/lab/read-lab.ts';

const [, , home = '', folder = '', prefix = '', count = '0'] = process.argv;
const lab = readLab(folder);
process.send?.('ready');
process.once('message', () => {
  for (let i = 0; i < Number(count); i += 1) {
    const id = `${prefix}-${i}`;
    rememberLab(home, id, `/${id}`);
    keepCheck(home, { ...lab, description: { ...lab.description, id } }, []);
  }
  process.disconnect();
});
