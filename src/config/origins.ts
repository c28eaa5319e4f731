/** Where the value of a setting was read; by default also what depends on where the server is. */
export type Origin = 'flag' | 'environment' | 'file' | 'default'

const places = ['flag', 'environment', 'file'] as const
type Read = Readonly<Record<(typeof places)[number], Readonly<Record<string, unknown>>>>

export function originsOf(names: readonly string[], read: Read): Readonly<Record<string, Origin>> {
  const originOf = (name: string) => places.find((place) => name in read[place]) ?? 'default'
  return Object.fromEntries(names.map((name) => [name, originOf(name)]))
}

/** What has to happen besides another start until a change is in everything that is there. */
export type Effect = 'none' | 'vectors' | 'reading' | 'secrets'

const effects: Readonly<Record<string, Effect>> = {
  embeddingModel: 'vectors',
  embeddingPassagePrefix: 'vectors',
  ocr: 'reading',
  ocrLanguagesDir: 'reading',
  imagePlaces: 'reading',
  asrModel: 'reading',
  captionModel: 'reading',
  masterKey: 'secrets',
  previousMasterKey: 'secrets',
}

export function effectOfChange(name: string): Effect {
  return effects[name] ?? 'none'
}
