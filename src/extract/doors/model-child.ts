/** For the child with a model of the operator's. */
export type { ModelJob } from '../models/model-protocol.ts'
export { runModelJob } from '../models/run-model-job.ts'
