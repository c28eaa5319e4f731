import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { kontor, prefix } from '../../../api/kontor.ts'
import { changed } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { announce } from '../../../app/announce.tsx'
import { t } from '../../../i18n/index.ts'
import { date, list as listed, moment } from '../../../ui/format.ts'
import { FactList, Problem } from '../../../ui/parts.tsx'
import { useOpen } from '../../../ui/use-open.ts'
import { SecondFactors } from '../../account/second-factors.tsx'
import { Invite } from '../../team/invite.tsx'
import { Findings } from '../work/findings.tsx'
import { useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import type { Checklist, Step } from './standing.ts'
import { w } from './words.ts'

type Props = { step: Step; list: Checklist }

/** What can be done about a step, here and now. */
export function StepDeed({ step, list }: Props) {
  const { step: name, state, settings } = step
  if (name === 'second_factor') return state === 'open' ? <SecondFactors /> : null
  if (name === 'address') return <AddressDeed list={list} />
  if (name === 'certificate') return <CertificateFacts list={list} />
  if (name === 'mail') return settings.length === 0 ? <MailDeed /> : null
  if (name === 'backup') return settings.length === 0 ? <BackupDeed /> : null
  if (name === 'reviewer') return state === 'open' ? <ReviewerDeed /> : null
  return name === 'samples' ? <SamplesDeed list={list} /> : null
}

/** What the server says of its address, and by which this browser came. */
function AddressDeed({ list: { base_url: set, address } }: { list: Checklist }) {
  if (set === null) return null
  const came = `${location.origin}${prefix}`
  const press = async () => {
    await kontor.tryAddress()
    announce(w().tried)
    changed('first-hour')
  }
  return (
    <>
      {came !== set && <p>{w().youCame({ came, set })}</p>}
      {address && (
        <>
          <p class="faint">{w().checked(moment(address.checked_at))}</p>
          <Findings findings={address.findings.map((one) => ({ ...one, check: 'url' }))} />
        </>
      )}
      <Deed word={w().tryAddress} deed={press} />
    </>
  )
}

function CertificateFacts({ list: { address } }: { list: Checklist }) {
  const certificate = address?.certificate
  if (!certificate) return null
  const { subject, issuer, ends_at: endsAt, chain } = certificate
  const facts = [
    [w().subject, subject],
    [w().issuer, issuer],
    [w().ends, date(endsAt)],
    [w().chain, listed(chain)],
  ]
  return <FactList facts={facts} />
}

function MailDeed() {
  const said = useSignal('')
  const press = async () => {
    const { taken, answer, email } = await kontor.tryMail()
    said.value = taken ? w().sent({ email, answer }) : w().notSent(answer)
    changed('first-hour')
  }
  return (
    <>
      <p role="status">{said.value}</p>
      <Deed word={w().sendLetter} deed={press} />
    </>
  )
}

function BackupDeed() {
  const works = useWorks()
  return <WorkDesk works={works} kinds={['backup', 'backup_verify']} title={w().backups} />
}

function ReviewerDeed() {
  const { isOpen, open, close } = useOpen()
  return (
    <div class="toolbar">
      <button type="button" class="button" onClick={open}>
        {w().invite}
      </button>
      <Invite open={isOpen} close={close} />
    </div>
  )
}

function SamplesDeed({ list: { samples_dataset_id: id } }: { list: Checklist }) {
  const add = async () => {
    await kontor.addSamples()
    announce(w().samplesAdded)
    changed('first-hour')
  }
  const remove = async () => {
    await kontor.removeSamples()
    announce(w().samplesRemoved)
    changed('first-hour')
  }
  if (id === null) return <Deed word={w().addSamples} deed={add} />
  return (
    <Deed word={w().removeSamples} deed={remove}>
      <a class="button" href={to(`/data/${id}`)}>
        {w().look}
      </a>
    </Deed>
  )
}

type DeedProps = { word: string; children?: ComponentChildren; deed(): Promise<void> }

/** A button that waits, and says what the server refuses. */
function Deed({ word, children, deed }: DeedProps) {
  const isBusy = useSignal(false)
  const error = useSignal<Error | undefined>(undefined)
  const press = async () => {
    isBusy.value = true
    error.value = undefined
    try {
      await deed()
    } catch (thrown) {
      error.value = thrown as Error
    } finally {
      isBusy.value = false
    }
  }
  return (
    <>
      <Problem error={error.value} />
      <div class="toolbar">
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void press()}>
          {isBusy.value ? t().states.working : word}
        </button>
        {children}
      </div>
    </>
  )
}
