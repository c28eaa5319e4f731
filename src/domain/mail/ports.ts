export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where one says with one request that nothing more is wanted (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

/** `refused`: the other server does not take this letter, now or later. */
export type Posted = 'taken' | 'refused'

export type Mailer = {
  /** The same id says that it is the same letter. Throws what may go well another time. */
  send(letter: Letter, id: string): Promise<Posted>
  close(): void
}
