import { AnswerPicture } from '../views/run/answer-picture.tsx';
import type { WorkloadView } from './view.ts';

/** The fractal in black and white as the whole pipeline gives it, and the pixels where two variants disagree. */
export const view: WorkloadView = {
  Picture: ({ detail }) => (
    <AnswerPicture
      detail={detail}
      workload="fractal-pipeline"
      width="xres"
      height="yres"
      about="White: pixels whose iterations are at or above the mean of the picture. Black: those below it."
      differs="Orange: pixels that one variant makes white and the other black."
    />
  ),
};
