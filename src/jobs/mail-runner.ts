import { eventRecorded } from '../domain/events/index.ts'
import type { Mail } from '../domain/mail/index.ts'
import { errorText } from '../domain/outbox/index.ts'
import type { RunnerLog } from './run-job.ts'
import type { WebhookRunner } from './webhook-runner.ts'

type Options = {
  mail: Pick<Mail, 'isSet' | 'tellAtOnce'>
  log: RunnerLog
  /** While the clock is not believed, nobody is written to. */
  isResting: () => boolean
}

/** Things that happen together come in one letter. */
const gatherMs = 1_000
/** While the clock is not believed, the disk is full, or the like. */
const againMs = 60_000

/** Has letters written to those who want to know at once, when something happened. */
export function startMailRunner({ mail, log, isResting }: Options): WebhookRunner {
  if (!mail.isSet) return { settle: async () => {}, [Symbol.asyncDispose]: async () => {} }
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  let isEnding = false

  function tellIn(ms: number): void {
    if (!isEnding) timer ??= setTimeout(() => void tell(), ms)
  }

  function tell(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isResting()) tellIn(againMs)
    else telling = telling.then(mail.tellAtOnce).catch(onTrouble)
    return telling
  }
  const onTrouble = (error: unknown) => {
    log.error({ error: errorText(error) }, 'not everybody could be told by mail')
    tellIn(againMs)
  }
  const onEvent = () => tellIn(gatherMs)
  eventRecorded.subscribe(onEvent)
  // What happened before the last end, and was not told of.
  onEvent()
  return {
    settle: tell,
    async [Symbol.asyncDispose]() {
      isEnding = true
      eventRecorded.unsubscribe(onEvent)
      clearTimeout(timer)
      await telling
    },
  }
}
