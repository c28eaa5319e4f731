/** Of what holds: in plain words, and the campaigns of scripts/soak that show it. */
export type Figure = {
  holds: string
  /** Command lines of the short form, all figures in about twenty minutes, and of the whole one. */
  short: readonly string[]
  whole: readonly string[]
}

export const figures: readonly Figure[] = [
  {
    holds: 'kill -9 at any moment loses, doubles and halves nothing',
    short: ['kill --points 25', 'settle --points 6', 'upload --mib 150'],
    whole: ['kill --points 700', 'settle --points 300', 'upload --mib 1000'],
  },
  {
    holds: 'one link is good for one of all that fetch it at once',
    short: ['fetches --rounds 40'],
    whole: ['fetches --rounds 1000'],
  },
  {
    holds: 'the ledger is plain arithmetic, and a flipped bit in it is found',
    short: ['ledger --operations 60000', 'flips --count 1500'],
    whole: ['ledger --operations 1000000', 'flips --count 100000'],
  },
  {
    holds: 'one Idempotency-Key is one deed, over retries and restarts',
    short: ['retries --count 2500'],
    whole: ['retries --count 10000'],
  },
  {
    holds: 'a backup under load is what was served, and a torn one does not pass',
    short: ['backup --rounds 4'],
    whole: ['backup --rounds 100'],
  },
  {
    holds: 'a full, failing or read-only disk, lost power and a clock that jumps cost nothing',
    short: ['faults', 'power --points 40'],
    whole: ['faults --rounds 20', 'power --points 400'],
  },
  {
    holds: 'nobody sees or changes what is not theirs, on any route',
    short: ['isolation'],
    whole: ['isolation --rounds 20'],
  },
  {
    holds: 'no query is an error of the server',
    short: ['queries --count 40000'],
    whole: ['queries --count 10000000'],
  },
  {
    holds: 'no altered URL, token, key, cookie or cursor opens anything',
    short: ['links --count 15000'],
    whole: ['links --count 1000000'],
  },
  {
    holds: 'a damaged or hostile file ends as read or as refused',
    short: ['files --count 400', 'hostile'],
    whole: ['files --count 100000', 'hostile --rounds 20'],
  },
  {
    holds: 'documents and answers fit the tools and schemas of others',
    short: ['contract'],
    whole: ['contract --rounds 20'],
  },
  {
    holds: 'a day of mixed use leaves memory, handles and files as they are',
    short: ['day --seconds 120 --times 24'],
    whole: ['day --seconds 3600 --times 24'],
  },
  {
    holds: 'a market does what a small model of it does, whatever happens in which order',
    short: ['simulate --rounds 2 --operations 1500'],
    whole: ['simulate --rounds 3 --operations 100000'],
  },
]
