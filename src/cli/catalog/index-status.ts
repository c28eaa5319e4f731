import { toldSoFar } from '../../app.ts'
import type { FolderCommand } from '../command.ts'

/** How many passages can be found, and how many of them by meaning. */
export const indexStatus: FolderCommand = {
  name: 'index status',
  use: 'read',
  summary: 'how far the vectors of the passages are, and what an engine of others has',
  examples: ['kontor index status', 'kontor index status --json'],
  options: {},
  async act(app) {
    const models = app.rooms.search.vectorProgress()
    const shown = models.map(({ name, dimensions, state, done, total }) => {
      const uses = state === 'serving' ? 'searches use it' : 'being made, searches use the other'
      return `  ${name} (${dimensions} numbers): ${done} of ${total} passages; ${uses}`
    })
    const none = 'No vectors yet: a server makes them in the background while it runs.'
    const told = app.config.enginePlace && toldSoFar(app.config.dataDir)
    const engine = told && [
      `The engine of others has ${told.datasets} of the listed datasets, ` +
        `up to passage ${told.upToPassageNo}` +
        (told.filling === 0 ? '.' : `; it is being told of ${told.filling} more.`),
    ]
    return {
      lines: [...(models.length === 0 ? [none] : ['Vectors:', ...shown]), ...(engine ?? [])],
      data: {
        ...(told && { engine: told }),
        models: models.map(({ model: sha256, ...rest }) => ({ ...rest, sha256 })),
      },
    }
  },
}
