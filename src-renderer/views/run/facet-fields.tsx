import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import type { Facet } from '../../state/facets.ts';
import { LabelledSelect } from '../../ui/field.tsx';

type Props = {
  /** Tells the fields of one place from those of another. */
  readonly name: string;
  readonly facet: Facet;
  readonly chosen: Values;
  readonly choose: (values: Values) => void;
};

/** A choice of each axis that a figure neither draws over nor has one value of. */
export function FacetFields({ name, facet, chosen, choose }: Props) {
  return (
    <>
      {facet.fields.map(({ id, values }) => (
        <LabelledSelect
          key={id}
          label={id}
          id={`${name}-${id}`}
          value={String(facet.where[id])}
          options={values.map((value) => ({
            id: String(value),
            title: valueText(value) || 'default',
          }))}
          onChange={(text) => {
            const value = values.find((each) => String(each) === text);
            if (value !== undefined) choose({ ...chosen, [id]: value });
          }}
        />
      ))}
    </>
  );
}
