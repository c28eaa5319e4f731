import { seal, unseal } from '../../base/sealed.ts'
import type { Tx, Write } from '../../store/tx.ts'
import { enqueue, type JobPayloads } from '../outbox/index.ts'
import { letterOfHour, openGathering } from './gathered.ts'
import type { Letter, Mailer } from './ports.ts'
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
  room: MailRoom,
  { write }: { write: Write },
  payload: JobPayloads['send-mail'],
): Promise<void> {
  const { sealKey, mailer } = room
  // The setting was taken away meanwhile.
  if (!mailer) return
  if (payload.gathers) {
    const { letter, house } = letterOfHour(room, payload)
    // Where nothing came, what comes next is told at once again.
    if (!letter) return
    // First: what befalls files while it is on its way waits for the end of the next hour.
    await write((tx) => openGathering(room, tx, house))
    await send(room, { mailer, letter, payload })
    return
  }
  const text = unseal(sealKey(), Buffer.from(payload.sealed, 'base64')).toString('utf8')
  await send(room, { mailer, letter: JSON.parse(text) as Letter, payload })
}

type Sending = { mailer: Mailer; letter: Letter; payload: JobPayloads['send-mail'] }

async function send({ log }: MailRoom, { mailer, letter, payload }: Sending): Promise<void> {
  const { letterId } = payload
  const posted = await mailer.send(letter, letterId)
  if (posted === 'refused') log.warn({ letterId }, 'a letter was refused by the server for mail')
}
