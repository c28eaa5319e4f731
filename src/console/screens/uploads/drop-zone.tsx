import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { announce } from '../../app/announce.tsx'
import { number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Found, filesChosen, filesDropped } from '../../uploads/found-files.ts'
import { w } from './words.ts'

type DropZoneProps = {
  take(found: readonly Found[]): Promise<void>
  isSmall: boolean
  children: ComponentChildren
}

/** Every browser knows it; the types of the library do not. */
const wholeFolder = { webkitdirectory: true }

/** Where files come in: by the mouse, or by the two buttons. */
export function DropZone({ take, isSmall, children }: DropZoneProps) {
  const isOver = useSignal(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const onDrop = async (list: DataTransferItemList | undefined) => {
    isOver.value = false
    const leftOut: string[] = []
    if (!list) return
    for await (const some of filesDropped(list, (path) => leftOut.push(path))) await take(some)
    const [first] = leftOut
    if (first === undefined) return
    announce(w().leftOut({ n: leftOut.length, all: number(leftOut.length), first }), 'bad')
  }
  const chosen = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    if (input.files) void take(filesChosen(input.files))
    input.value = ''
  }
  const look = ['drop', isOver.value ? 'is-over' : '', isSmall ? 'drop-small' : '']
  return (
    <section
      class={look.join(' ').trim()}
      aria-label={w().drop}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        void onDrop(event.dataTransfer?.items)
      }}
    >
      <Icon name="upload" size={isSmall ? 20 : 32} />
      <p class="drop-title">{isOver.value ? w().over : w().drop}</p>
      <p class="drop-buttons">
        <button type="button" class="button" onClick={() => files.current?.click()}>
          <Icon name="file" size={16} />
          {w().choose}
        </button>
        <button type="button" class="button" onClick={() => folder.current?.click()}>
          <Icon name="folder" size={16} />
          {w().folder}
        </button>
      </p>
      {children}
      <input ref={files} class="files" type="file" multiple hidden onChange={chosen} />
      <input ref={folder} type="file" hidden {...wholeFolder} onChange={chosen} />
    </section>
  )
}
