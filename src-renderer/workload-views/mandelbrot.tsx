import { AnswerPicture } from '../views/run/answer-picture.tsx';
import type { WorkloadView } from './view.ts';

/** The fractal as a variant computes it, and the pixels where two variants disagree. */
export const view: WorkloadView = {
  Picture: ({ detail }) => (
    <AnswerPicture
      detail={detail}
      workload="mandelbrot"
      width="xres"
      height="yres"
      about="Black: inside the set. Else the logarithm of the iterations after which a point escapes."
      differs="Orange: pixels whose iterations differ. Points at the edge of the set may, where a variant rounds otherwise."
    />
  ),
};
