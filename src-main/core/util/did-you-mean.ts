export { hintFor, nearestName } from '../../contract/did-you-mean.ts';
