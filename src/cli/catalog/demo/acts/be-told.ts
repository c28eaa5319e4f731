import { setTimeout as pause } from 'node:timers/promises'
import { DemoFailed } from '../demo-failed.ts'
import { NotificationsReply, WebhookReply } from '../replies.ts'
import type { Member, Story } from './story.ts'

const pollMs = 50
const limitMs = 60_000

/** Asked for before the review, so that there is something to be told of. */
export async function askToBeTold(story: Story, provider: Member): Promise<void> {
  const { stage, listeners } = story
  stage.act('The provider wants to be told of approvals: a program by webhook, a person by mail')
  await stage.ask(
    {
      as: provider,
      call: 'createWebhook',
      with: { url: listeners.hookUrl, types: ['object.approved'] },
    },
    { status: 201, reply: WebhookReply, show: ({ data: { state, types } }) => ({ state, types }) },
  )
  await stage.ask(
    {
      as: provider,
      call: 'changeNotifications',
      with: { mail: { 'object.approved': 'at_once' } },
    },
    {
      status: 200,
      reply: NotificationsReply,
      show: ({ data }) => ({ mail: { 'object.approved': data.mail['object.approved'] } }),
    },
  )
}

/** Both come by themselves, after the review and outside of any request. */
export async function showWhatCame({ stage, listeners }: Story): Promise<void> {
  const { events, letters } = listeners
  const giveUpMs = Date.now() + limitMs
  // Whoever has signed up was written to before.
  const news = () => letters.find((letter) => !/^Subject: Is this your address/m.test(letter))
  while (events.length === 0 || news() === undefined) {
    if (Date.now() > giveUpMs) {
      throw new DemoFailed('a webhook and a letter must arrive', { events, letters })
    }
    await pause(pollMs)
  }
  stage.say(`The program was sent ${JSON.stringify(events[0])}`)
  const subject = /^Subject: (.*)$/m.exec(news() ?? '')?.[1]
  stage.say(`The mailbox has a letter: ${subject?.trim()}`)
}
