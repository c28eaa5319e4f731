import type { Random } from '../../../scripts/soaking/random.ts'

/** What can happen in a market, and about how often among a thousand. */
const shares = {
  upload: 80,
  send: 80,
  confirm: 80,
  approve: 80,
  reject: 12,
  job: 380,
  remove: 14,
  takeDown: 14,
  restore: 14,
  hide: 8,
  show: 24,
  restrict: 10,
  letIn: 16,
  putOut: 4,
  drop: 1,
  endProvider: 2,
  search: 60,
  list: 30,
  buy: 140,
  fetch: 140,
  crowd: 20,
  grant: 24,
  voucher: 14,
  refund: 6,
  dispute: 8,
  resolve: 12,
  plan: 4,
  budget: 5,
  visit: 3,
  payTo: 8,
  payOut: 20,
  bankPays: 10,
  decide: 10,
  license: 24,
  reprice: 6,
  deposit: 10,
  withdraw: 6,
  buyLicence: 40,
  narrow: 5,
  widen: 10,
  rotate: 4,
  suspend: 6,
  resume: 14,
  pass: 24,
  month: 6,
  restart: 4,
} as const

export type Kind = keyof typeof shares

/** What goes wrong with a deed; where it has commits, `at` says before which of them. */
export type Fault = { what: 'lost answer' | 'full disk' | 'crash'; at: number }

/** Numbers stand for things that there are by then: a run without some of its steps is one, too. */
export type Step = { kind: Kind; a: number; b: number; fault?: Fault }

const kinds = Object.keys(shares) as Kind[]
const total = kinds.reduce((sum, kind) => sum + shares[kind], 0)
const numberMax = 1_000_000

export function drawStep(random: Random): Step {
  const kind = kindAt(random.below(total))
  const step: Step = { kind, a: random.below(numberMax), b: random.below(numberMax) }
  const chance = random.below(1_000)
  if (chance < 40) step.fault = { what: 'lost answer', at: 0 }
  else if (chance < 60) step.fault = { what: 'full disk', at: 0 }
  else if (chance < 72) step.fault = { what: 'crash', at: 1 + random.below(3) }
  return step
}

function kindAt(drawn: number): Kind {
  let left = drawn
  for (const kind of kinds) {
    left -= shares[kind]
    if (left < 0) return kind
  }
  return 'job'
}

/** One a line, as it can be read again. */
export function stepText({ kind, a, b, fault }: Step): string {
  const wrong = fault === undefined ? [] : [fault.what.replace(' ', '-'), fault.at]
  return [kind, a, b, ...wrong].join(' ')
}

export function stepOf(line: string): Step {
  const [kind = '', a = '', b = '', what, at = '0'] = line.trim().split(' ')
  if (!kinds.includes(kind as Kind)) throw new Error(`${kind} is no step`)
  const step: Step = { kind: kind as Kind, a: Number(a), b: Number(b) }
  if (what === undefined) return step
  return { ...step, fault: { what: what.replace('-', ' ') as Fault['what'], at: Number(at) } }
}
