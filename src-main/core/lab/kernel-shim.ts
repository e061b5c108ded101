import type { LabArgument } from '../../contract/lab.ts';
import { callParameters } from './call-parameters.ts';
import type { Lab, LabSource } from './lab.ts';
import { parameterTraits } from './parameter-traits.ts';
import { argumentsFile, checksOfGlobals, firstArgumentLine, type Shim, typeName } from './shim.ts';

/**
 * A kernel as it is, with a check of its parameters behind it: the launch hands them over by address, so a type of another
 * size would be read wrongly. Macros of the file, such as T, must not reach what checks them. Nothing of the toolkit is included, so that NVRTC compiles it alone, for which every function is one of the device.
 */
export function kernelShim(source: LabSource, { description }: Lab): Shim {
  const typeOf = (argument: LabArgument) => {
    if ('array' in argument && argument.elementBytes !== undefined) {
      return `breakeven_any<${argument.elementBytes}>`;
    }
    const type = typeName('scalar' in argument ? argument.scalar : argument.array, 'cuda');
    return plainCuda[type] ?? type;
  };
  const parameters = callParameters(source, description);
  const checks = parameters.flatMap((one, at) => {
    if (!('argument' in one)) return [];
    const kind = 'scalar' in one.argument ? 'scalar' : 'array';
    return `static_assert(breakeven_${kind}<breakeven_parameters::at<${at}>::type, ${typeOf(one.argument)}>::value, "argument ${one.argument.name}");`;
  });
  const text = [
    parameterTraits,
    `#include ${JSON.stringify(source.path)}`,
    `using breakeven_parameters = breakeven_function<decltype(&${source.function})>;`,
    `static_assert(breakeven_parameters::count == ${parameters.length}, "number of arguments");`,
    `#line ${firstArgumentLine} "${argumentsFile}"`,
    ...checks,
    ...checksOfGlobals(source, description, typeOf),
    '',
  ].join('\n');
  return { text, extension: '.cu' };
}

/** Types of the toolkit's headers by the size that they have. */
const plainCuda: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      [
        ['8', 'char'],
        ['16', 'short'],
        ['32', 'int'],
        ['64', 'long long'],
      ] as const
    ).flatMap(([width, name]) => [
      [`int${width}_t`, name === 'char' ? 'signed char' : name],
      [`uint${width}_t`, `unsigned ${name}`],
    ]),
  ),
  __half: 'breakeven_any<2>',
  __nv_bfloat16: 'breakeven_any<2>',
};
