import type { Finding } from '../../adapters/doctor/finding.ts'
import { engineWords } from '../../adapters/outside-engine/guarded.ts'
import { type OutsidePlace, openOutside } from '../../adapters/outside-engine/open-outside.ts'
import { readHeld } from './held-place.ts'

type Settings = { readonly dataDir: string; readonly enginePlace: OutsidePlace | undefined }

const remedy =
  'Look at KONTOR_ENGINE and at what it names. Until it answers, searches are answered without it.'

/** Asks the engine of others whether it is there, with the index that was put into it. */
export async function engineFindings({ dataDir, enginePlace }: Settings): Promise<Finding[]> {
  if (enginePlace === undefined) return []
  try {
    const engine = await openOutside(enginePlace)
    try {
      const held = readHeld(dataDir)
      if (held) await engine.open(held.name, held)
    } finally {
      await engine.close()
    }
    return []
  } catch (error) {
    const message = `The engine of others is left out: ${engineWords(error)}.`
    return [{ check: 'search engine', level: 'warning', message, remedy }]
  }
}

/** How far it has been told of what is listed; undefined: of nothing yet. */
export function toldSoFar(dataDir: string) {
  const held = readHeld(dataDir)
  if (!held) return undefined
  const { name, datasetNos, filling, upToPassageNo } = held
  return { index: name, datasets: datasetNos.length, filling: filling.length, upToPassageNo }
}
