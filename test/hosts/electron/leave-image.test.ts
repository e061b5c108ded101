import { describe, expect, it } from 'vitest';
import { leaveImage } from '../../../src-main/hosts/electron/leave-image.ts';

const left = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  leaveImage(environment);
  return environment;
};

describe('the environment of an AppImage', () => {
  const APPDIR = '/tmp/.mount_breakeXy';

  it('gives no folder of the image to programs that are started', () => {
    const before = {
      APPDIR,
      PATH: `${APPDIR}:${APPDIR}/usr/sbin:/usr/local/bin:/usr/bin`,
      LD_LIBRARY_PATH: `${APPDIR}/usr/lib:/opt/cuda/lib64:`,
    };
    expect(left(before)).toEqual({
      APPDIR,
      PATH: '/usr/local/bin:/usr/bin',
      LD_LIBRARY_PATH: '/opt/cuda/lib64',
    });
  });

  it('unsets a list that held nothing else', () => {
    const before = { APPDIR, PATH: '/usr/bin', LD_LIBRARY_PATH: `${APPDIR}/usr/lib:` };
    expect(left(before)).toEqual({ APPDIR, PATH: '/usr/bin' });
  });

  it('keeps what it did not add, and folders whose name begins alike', () => {
    const before = { APPDIR, PATH: `${APPDIR}z/bin::/usr/bin` };
    expect(left({ ...before })).toEqual(before);
    const outside = { PATH: '/usr/bin:', LD_LIBRARY_PATH: '' };
    expect(left({ ...outside })).toEqual(outside);
  });
});
