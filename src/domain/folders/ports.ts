export type FolderFile = { path: string; sizeBytes: number; modifiedMs: number }

/** A place on this machine: a folder that a setting or a command names, and a path below it. */
export type Place = { readonly root: string; readonly path: string }

/** What lies directly in a folder. */
export type FolderContent = {
  /** Names, in order. */
  readonly folders: readonly string[]
  readonly files: number
  readonly bytes: number
}

/** Something in a folder that could not be looked at, for a reason that a person can act on. */
export type Unopened = { readonly path: string; readonly reason: string }

/**
 * A folder as an import reads it. Nothing that is read through it lies outside of its root: no
 * link is followed, whatever is changed while it is read.
 */
export type SourceFolder = {
  /** As imports remember it. */
  readonly name: string
  /**
   * The files under it with their paths from there on, in order, without those that begin with a
   * dot. A folder within it that cannot be opened, and a file that cannot be looked at, are told
   * through `onUnopened`: what is there is not known whole then. Throws Conflict for more than
   * `filesMax`.
   */
  files(options?: {
    onUnopened?: (one: Unopened) => void
    filesMax?: number
    signal?: AbortSignal | undefined
  }): Promise<FolderFile[]>
  /** Its first bytes in hexadecimal digits; '' for what cannot be opened. */
  head(path: string, bytes: number): Promise<string>
  /** Throws what the file system does, and LinkInTheWay for what is no file here. */
  read(path: string, signal?: AbortSignal): AsyncIterable<Uint8Array>
}

/** A link, or something else that is no plain file or folder: nothing here follows one. */
export class LinkInTheWay extends Error {
  override readonly name = 'LinkInTheWay'
  constructor() {
    super('This is a link or no plain file: it is not followed.')
  }
}

export type ServerFolders = {
  /** Throws NotFound for what is no folder below the root. */
  open(place: Place): Promise<SourceFolder>
  /** The same. */
  look(place: Place): Promise<FolderContent>
}
