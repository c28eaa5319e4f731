// data/monitoring: the rules and the dashboard name figures that the server really shows.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { vitalHelp } from '../../src/composition/vitals.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = resolve(import.meta.dirname, '../../data/monitoring')
const alertsFile = join(folder, 'kontor-alerts.yml')
const alerts = readFileSync(alertsFile, 'utf8')
const dashboard = JSON.parse(readFileSync(join(folder, 'kontor-dashboard.json'), 'utf8'))
type Panel = { title: string; targets?: { expr: string }[]; gridPos: Place }
type Place = { x: number; y: number; w: number; h: number }
const panels: Panel[] = dashboard.panels
const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const token = 'a-token-of-enough-length'

/** Which figures a text names; of a histogram the name of the whole. */
function figuresIn(text: string): string[] {
  const names = text.match(/\bkontor_[a-z_]+/g) ?? []
  return [...new Set(names.map((name) => name.replace(/_bucket$/, '')))].sort()
}

let figures: Promise<Map<string, string>> | undefined

/** By their names, each with its type; asked for once. */
function shownFigures(): Promise<Map<string, string>> {
  figures ??= askForFigures()
  return figures
}

async function askForFigures(): Promise<Map<string, string>> {
  await using app = await openTestApp({
    config: { metricsToken: token },
    parts: { jobs: false, workers: false },
  })
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await app.call('GET', '/metrics', { headers })
  const types = String(body).matchAll(/^# TYPE (\w+) (\w+)/gm)
  return new Map([...types].map(([, name = '', type = '']) => [name, type]))
}

test('each figure that an alert or a panel asks for is shown', async () => {
  const shown = await shownFigures()
  const missing = (text: string) => figuresIn(text).filter((name) => !shown.has(name))
  assert.equal(missing(alerts), [])
  assert.equal(missing(asked.join('\n')), [])
})

test('growth is asked for of counters alone: a gauge that falls has not begun anew', async () => {
  const shown = await shownFigures()
  const grown = [...`${alerts}\n${asked.join('\n')}`.matchAll(/\b(?:rate|increase)\((\w+)/g)]
  const names = [...new Set(grown.map(([, name = '']) => name.replace(/_bucket$/, '')))]
  assert.ok(names.length > 3)
  assert.equal(
    names.filter((name) => shown.get(name) === 'gauge'),
    [],
  )
})

test('what operators are woken for has an alert, and is on the dashboard', () => {
  const vitals = Object.keys(vitalHelp).map((name) => `kontor_${name}`)
  const without = (text: string) => vitals.filter((name) => !figuresIn(text).includes(name))
  assert.equal(without(alerts), [])
  assert.equal(without(asked.join('\n')), [])
})

test('each alert says how grave it is, what is wrong and what to do', () => {
  const rules = alerts.split('- alert: ').slice(1)
  assert.ok(rules.length > 10)
  for (const rule of rules) {
    const part = (name: string) => new RegExp(`^ +${name}: \\S.+$`, 'm').test(rule)
    const lacking = ['expr', 'severity', 'summary', 'description'].filter((name) => !part(name))
    assert.equal(lacking, [], rule)
  }
})

test('the manual has a line for each alert', () => {
  const page = readFileSync(resolve(folder, '../manual/monitoring.md'), 'utf8')
  const named = [...page.matchAll(/^\| `(Kontor\w+)` \|/gm)].map(([, name]) => name)
  const ruled = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  assert.equal(named, ruled)
})

test('no panel of the dashboard lies on another or beyond its width', () => {
  const places = panels.map(({ gridPos }) => gridPos)
  assert.ok(places.every(({ x, w }) => x + w <= 24))
  const meet = (a: Place, b: Place) =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  const pairs = places.flatMap((one, at) => places.slice(at + 1).filter((two) => meet(one, two)))
  assert.equal(pairs, [])
})

/** A part of Prometheus: no part of the product, and not on every machine. */
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(existsSync)

test('promtool takes the rules, and they fire when they should', () => {
  // It is there where somebody installed it (Debian: prometheus); the facts above hold without it.
  if (promtool === undefined) return
  using place = temporaryFolder()
  const file = join(place.path, 'facts.yml')
  writeFileSync(file, `rule_files:\n  - ${alertsFile}\n${facts}`)
  for (const args of [
    ['check', 'rules', alertsFile],
    ['test', 'rules', file],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' })
    assert.is(status, 0, stdout + stderr)
  }
})

const facts = `
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'up{job="kontor"}', values: '1x10 0x20' }
      - { series: 'kontor_backup_last_success_timestamp_seconds', values: '0x3000' }
      - { series: 'kontor_ledger_in_order', values: '1x10 0x20' }
      - { series: 'kontor_data_disk_free_bytes', values: '9e9x100' }
    alert_rule_test:
      - { eval_time: 12m, alertname: KontorIsAway, exp_alerts: [] }
      - eval_time: 20m
        alertname: KontorLedgerIsNotInOrder
        exp_alerts:
          - exp_labels: { severity: critical }
            exp_annotations:
              summary: The ledger is not in order
              description: Stop paying out and read \`kontor ledger verify\`.
      - { eval_time: 24h, alertname: KontorBackupIsOld, exp_alerts: [] }
      - eval_time: 37h
        alertname: KontorBackupIsOld
        exp_alerts:
          - exp_labels: { severity: warning }
            exp_annotations:
              summary: The last backup is older than a day and a half
              description: Run \`kontor backup\` and look why the timer did not.
      - { eval_time: 30m, alertname: KontorDiskIsFull, exp_alerts: [] }
`

test.run()
