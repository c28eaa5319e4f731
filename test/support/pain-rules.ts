// What a bank's gateway checks before it looks at an account: the order and number of elements of
// pain.001.001.09 as SEPA credit transfers use it, the form of every text, and the sums.
import { Parser } from 'htmlparser2'
import * as assert from 'uvu/assert'

/** An element with its text or its elements. */
export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** Elements in their order: `Name` once, `Name?` at most once, `Name+` at least once; `|` is or. */
type Rule = { elements: string } | { text: RegExp; attributes?: Record<string, RegExp> }

const latin = "A-Za-z0-9/\\-?:().,'+"
/** Letters that every bank takes, no slash at an end, no two of them. (EPC132-08) */
const id = new RegExp(`^(?!/)(?!.*//)(?!.*/$)(?=.*\\S)[${latin} ]{1,35}$`)
const line = (max: number) => new RegExp(`^(?! )[${latin} ]{1,${max}}(?<! )$`)
const count: Rule = { text: /^[0-9]{1,15}$/ }
const sum: Rule = { text: /^(?=.{1,19}$)\d+\.\d{2}$/ }
const party: Rule = { elements: 'Nm?' }
const account: Rule = { elements: 'Id' }
const agent: Rule = { elements: 'FinInstnId' }

/** By the element's name and, where one name means two things, its parent's. */
const rules: Readonly<Record<string, Rule>> = {
  Document: { elements: 'CstmrCdtTrfInitn' },
  CstmrCdtTrfInitn: { elements: 'GrpHdr PmtInf+' },
  GrpHdr: { elements: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty' },
  PmtInf: {
    elements:
      'PmtInfId PmtMtd BtchBookg? NbOfTxs CtrlSum PmtTpInf? ReqdExctnDt Dbtr DbtrAcct DbtrAgt ' +
      'UltmtDbtr? ChrgBr? CdtTrfTxInf+',
  },
  CdtTrfTxInf: {
    elements:
      'PmtId PmtTpInf? Amt ChrgBr? UltmtDbtr? CdtrAgt? Cdtr CdtrAcct UltmtCdtr? Purp? RmtInf?',
  },
  PmtId: { elements: 'InstrId? EndToEndId' },
  PmtTpInf: { elements: 'InstrPrty? SvcLvl? LclInstrm? CtgyPurp?' },
  SvcLvl: { elements: 'Cd' },
  ReqdExctnDt: { elements: 'Dt' },
  InitgPty: party,
  Dbtr: { elements: 'Nm' },
  Cdtr: { elements: 'Nm' },
  DbtrAcct: account,
  CdtrAcct: account,
  'DbtrAcct/Id': { elements: 'IBAN' },
  'CdtrAcct/Id': { elements: 'IBAN' },
  DbtrAgt: agent,
  CdtrAgt: agent,
  FinInstnId: { elements: 'BICFI|Othr' },
  Othr: { elements: 'Id' },
  'Othr/Id': { text: /^NOTPROVIDED$/ },
  Amt: { elements: 'InstdAmt' },
  RmtInf: { elements: 'Ustrd' },
  MsgId: { text: id },
  PmtInfId: { text: id },
  EndToEndId: { text: id },
  InstrId: { text: id },
  CreDtTm: { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/ },
  Dt: { text: /^\d{4}-\d\d-\d\d$/ },
  NbOfTxs: count,
  CtrlSum: sum,
  PmtMtd: { text: /^TRF$/ },
  Cd: { text: /^SEPA$/ },
  ChrgBr: { text: /^SLEV$/ },
  Nm: { text: line(70) },
  Ustrd: { text: line(140) },
  IBAN: { text: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/ },
  BICFI: { text: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
  // 0.01 to 999999999.99. (EPC132-08)
  InstdAmt: { text: /^(?!0\.00)(0|[1-9]\d{0,8})\.\d{2}$/, attributes: { Ccy: /^EUR$/ } },
}

/** Reads and checks a document; the first thing that is wrong fails. */
export function readPain(xml: string): Element {
  const document = parse(xml)
  assert.is(document.attributes.xmlns, 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  check(document, '')
  const initiation = document.children[0] as Element
  const payments = all(initiation, 'PmtInf')
  checkSums(all(initiation, 'GrpHdr')[0] as Element, payments.flatMap(transactions))
  for (const payment of payments) checkSums(payment, transactions(payment))
  return document
}

/** Every element of a name below another one, in order. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ])
}

function transactions(payment: Element): Element[] {
  return payment.children.filter(({ name }) => name === 'CdtTrfTxInf')
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const path = [root]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { name, attributes, text: '', children: [] }
        path.at(-1)?.children.push(element)
        path.push(element)
      },
      ontext(text) {
        const element = path.at(-1)
        if (element) element.text += text
      },
      onclosetag(name, implied) {
        assert.is(implied, false, `${name} is closed`)
        assert.is(path.pop()?.name, name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  assert.is(path.length, 1)
  return root.children.find(({ name }) => name !== '?xml') as Element
}

function check(element: Element, parent: string): void {
  const { name, attributes, text, children } = element
  const rule = rules[`${parent}/${name}`] ?? rules[name]
  if (!rule) throw new Error(`${parent}/${name} has no place here`)
  if ('elements' in rule) {
    const names = children.map((child) => `${child.name} `).join('')
    assert.match(names, orderOf(rule.elements), `elements of ${name}`)
    assert.is(text.trim(), '', `text in ${name}`)
    for (const child of children) check(child, name)
    return
  }
  assert.equal(children, [], name)
  assert.match(text, rule.text, name)
  for (const [key, form] of Object.entries(rule.attributes ?? {})) {
    assert.match(attributes[key] ?? '', form, `${name} ${key}`)
  }
}

function orderOf(elements: string): RegExp {
  const parts = elements.split(' ').map((part) => {
    const [, name = '', often = ''] = /^([\w|]+)([?+]?)$/.exec(part) ?? []
    return `((${name}) )${often}`
  })
  return new RegExp(`^${parts.join('')}$`)
}

function checkSums(head: Element, payments: readonly Element[]): void {
  const own = (name: string) => head.children.find((child) => child.name === name)?.text
  const units = payments
    .flatMap((payment) => all(payment, 'InstdAmt'))
    .reduce((sum, { text }) => sum + BigInt(text.replace('.', '')), 0n)
  assert.is(own('NbOfTxs'), String(payments.length), `${head.name} NbOfTxs`)
  assert.is(
    own('CtrlSum')
      ?.replace('.', '')
      .replace(/^0+(?=\d{3})/, ''),
    digits(units),
  )
}

function digits(units: bigint): string {
  return String(units).padStart(3, '0')
}
