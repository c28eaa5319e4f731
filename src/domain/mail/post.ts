import { seal, unseal } from '../../base/sealed.ts'
import type { Tx } from '../../store/tx.ts'
import { enqueue, type JobPayloads } from '../outbox/index.ts'
import type { Letter } from './ports.ts'
import type { MailRoom } from './room.ts'

type About = { readonly subjectId: string; readonly tenantId?: string | undefined }

/**
 * Puts a letter into the outbox, in the transaction of what causes it. It lies there sealed:
 * codes that open doors stand in it.
 */
export function post(
  { sealKey, clock, mailer }: Pick<MailRoom, 'sealKey' | 'clock' | 'mailer'>,
  tx: Tx,
  { letter, subjectId, tenantId }: About & { letter: Letter },
): void {
  if (!mailer) return
  const sealed = seal(sealKey(), Buffer.from(JSON.stringify(letter), 'utf8')).toString('base64')
  enqueue(tx, {
    kind: 'send-mail',
    payload: { sealed, letterId: crypto.randomUUID() },
    subjectId,
    nowMs: clock.nowMs(),
    ...(tenantId === undefined ? {} : { tenantId }),
  })
}

/**
 * Hands a letter to the server for mail. What it refuses for good is given up, and logged without
 * the address. Throws what may go well later. A server that dies after it was handed over sends it
 * again, under the same id.
 */
export async function sendPosted(
  { sealKey, mailer, log }: MailRoom,
  { sealed, letterId }: JobPayloads['send-mail'],
): Promise<void> {
  // The setting was taken away meanwhile.
  if (!mailer) return
  const text = unseal(sealKey(), Buffer.from(sealed, 'base64')).toString('utf8')
  const posted = await mailer.send(JSON.parse(text) as Letter, letterId)
  if (posted === 'refused') log.warn({ letterId }, 'a letter was refused by the server for mail')
}
