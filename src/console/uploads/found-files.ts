/** A file and where it lay: `minutes/2026/march.pdf`. */
export type Found = { file: File; path: string }

const handfulMax = 500

/**
 * Everything that was dropped, folders with all that is below them, in handfuls: ten thousand
 * files must not stop the page. What begins with a dot is nobody's document. What cannot be read is
 * named to `leaveOut`, and the rest comes.
 */
export async function* filesDropped(
  list: DataTransferItemList,
  leaveOut: (path: string) => void,
): AsyncGenerator<Found[]> {
  // When the event is over the list is empty: its entries are taken at once.
  const waiting = [...list].flatMap((item) => item.webkitGetAsEntry() ?? [])
  let handful: Found[] = []
  while (waiting.length > 0) {
    const entry = waiting.shift() as FileSystemEntry
    if (entry.name.startsWith('.')) continue
    try {
      if (entry.isDirectory) waiting.push(...(await entriesOf(entry as FileSystemDirectoryEntry)))
      else handful.push(await foundIn(entry as FileSystemFileEntry))
    } catch {
      leaveOut(pathOf(entry))
    }
    if (handful.length < handfulMax) continue
    yield handful
    handful = []
  }
  if (handful.length > 0) yield handful
}

const pathOf = ({ fullPath }: FileSystemEntry) => fullPath.replace(/^\//, '')

function foundIn(entry: FileSystemFileEntry): Promise<Found> {
  return new Promise((done, fail) => {
    entry.file((file) => done({ file, path: pathOf(entry) }), fail)
  })
}

/** The browser gives the entries of a folder a hundred at a time, and none when it is through. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => {
      reader.readEntries(done, fail)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}

export function filesChosen(list: FileList): Found[] {
  return [...list]
    .filter(({ name }) => !name.startsWith('.'))
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
}
