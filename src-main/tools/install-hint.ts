import { findProgram } from './paths.ts';

/** Packages that bring CMake and a C++ compiler, by package manager, in the order in which they are looked for. */
const commands: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'apt-get install -y cmake g++ ninja-build'],
  ['dnf', 'dnf install -y cmake gcc-c++ ninja-build'],
  ['pacman', 'pacman -S --needed cmake gcc ninja'],
  ['zypper', 'zypper install -y cmake gcc-c++ ninja'],
  ['apk', 'apk add cmake g++ ninja'],
];

/** The command that installs the native build tools on this machine. */
export function installCommand(): string {
  const installer = commands.find(([program]) => findProgram(program) !== undefined);
  if (installer === undefined)
    return 'the package manager of this system (cmake 3.25, a C++20 compiler)';
  return `\`${process.getuid?.() === 0 ? '' : 'sudo '}${installer[1]}\``;
}
