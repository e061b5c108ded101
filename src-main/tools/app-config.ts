import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { leftOut } from './pack-stage.ts';
import { dist, root } from './paths.ts';

/** What the packager is given besides the repository: the addons for all targets, icons, and the command line. */
export const appParts = {
  native: join(dist, 'native-pack'),
  icons: join(dist, 'icons'),
  commandLine: join(dist, 'app-command-line'),
  output: join(root, 'release', 'app'),
} as const;

/**
 * The desktop packages. The app's code is in the archive alone; outside are the libraries, which a machine cannot open in
 * an archive, the files that compilers and interpreters read, and the command line, whose plain Node cannot read one.
 */
export function appConfiguration(parts: typeof appParts = appParts): Configuration {
  return {
    appId: 'io.github.breakeven.desktop',
    productName: 'Breakeven',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager fills these in.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    copyright: 'Breakeven contributors, MIT licence',
    directories: { output: parts.output, buildResources: parts.icons },
    files: [
      'package.json',
      'LICENSE',
      'dist/main/**',
      'dist/preload/**',
      'dist/renderer/**',
      'resources/**',
      'docs/**',
      ...leftOut.map((path) => `!${path}{,/**}`),
      '!**/*.{map,d.ts,d.mts,d.cts}',
      // Node goes next to the archive, once, with the command line.
      '!node_modules/{node-*,node-bin-*}{,/**}',
      '!node_modules/better-sqlite3/{deps,src}{,/**}',
      '!node_modules/better-sqlite3/binding.gyp',
      '!node_modules/@napi-rs/canvas-*-musl{,/**}',
      // The one of the command line runs on older systems.
      '!node_modules/better-sqlite3/prebuilds{,/**}',
      {
        from: join(parts.commandLine, 'command-line', 'node_modules', 'better-sqlite3', 'build'),
        to: 'node_modules/better-sqlite3/build',
      },
    ],
    // Packages with an addon would be taken out of the archive whole, with their code.
    asar: { smartUnpack: false },
    // Their paths are those of `outsideArchive` in `core/util/paths.ts`; Electron finds the libraries by itself.
    asarUnpack: ['**/*.node', 'resources/labs/**'],
    extraResources: [
      { from: parts.native, to: 'native', filter: ['**/*', '!better_sqlite3.node'] },
      {
        from: parts.commandLine,
        to: '.',
        filter: ['breakeven*', 'NOTICE', 'bin/**', 'command-line/**'],
      },
    ],
    // Addons are Node-API: one binary for Node and for Electron, nothing to compile again.
    npmRebuild: false,
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      // Electron validates archives on macOS and Windows; on Linux the fuse has no effect.
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    },
    publish: null,
    linux: {
      target: ['deb', 'rpm', 'AppImage'],
      executableName: 'breakeven-desktop',
      icon: parts.icons,
      category: 'Development',
      maintainer: 'Breakeven contributors',
      synopsis: 'Find the size from which a parallel program pays',
      description:
        'Runs one problem as sequential, OpenMP and CUDA code, verifies every answer and measures it with care.',
    },
    // Pasting a copied command into a terminal works at once where the package can put it on the PATH.
    deb: { fpm: [`${join(parts.commandLine, 'on-path')}=/usr/bin/breakeven`] },
    rpm: { fpm: [`${join(parts.commandLine, 'on-path')}=/usr/bin/breakeven`] },
  };
}
