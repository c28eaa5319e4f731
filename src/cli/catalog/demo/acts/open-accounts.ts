import { randomToken } from '../../../../base/secrets.ts'
import type { AccountEntry } from '../corpus.ts'
import { AccountReply, KeyReply, MeReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import type { Cast, Member, Story } from './story.ts'

const passwordBytes = 12

/** Three tenants; the one that signs up with the server's setup code becomes platform admin. */
export async function openAccounts(story: Story): Promise<Cast> {
  const { stage, corpus, server } = story
  stage.act('Three parties sign up; the reviewer uses the setup code that the server printed')
  const setup = { setup_code: server.setupCode }
  const reviewer = await signUp(story, { name: 'reviewer', entry: corpus.reviewer, more: setup })
  await stage.ask(
    { as: reviewer, call: 'getMe', with: undefined },
    { status: 200, reply: MeReply, show: ({ data }) => ({ user: data.user, roles: data.roles }) },
  )
  const provider = await signUp(story, { name: 'provider', entry: corpus.provider, more: {} })
  const buyer = await signUp(story, { name: 'buyer', entry: corpus.buyer, more: {} })
  return { reviewer, provider, buyer }
}

type NewMember = { name: string; entry: AccountEntry; more: Record<string, string> }

async function signUp({ stage }: Story, { name, entry, more }: NewMember): Promise<Member> {
  const password = randomToken(passwordBytes)
  const { data } = await stage.ask(
    {
      as: { name },
      call: 'signUp',
      with: { ...entry, password, ...more },
    },
    {
      status: 201,
      reply: AccountReply,
      show: ({ data: { tenant_id, session_token } }) => ({ tenant_id, session_token }),
    },
  )
  const credential = data.session_token
  return { name, credential, tenantId: data.tenant_id, email: entry.email, password }
}

/** A key for programs, cut down to what searching and buying needs. */
export async function createKey({ stage }: Story, owner: Member): Promise<Party> {
  const name = `${owner.name}'s key`
  const { data } = await stage.ask(
    {
      as: owner,
      call: 'createApiKey',
      with: { name, scopes: ['search:query'] },
    },
    {
      status: 201,
      reply: KeyReply,
      show: ({ data: { api_key_id, scopes, secret } }) => ({ api_key_id, scopes, secret }),
    },
  )
  return { name, credential: data.secret }
}
