import type { FolderCommand } from '../command.ts'

/** For files that are lost: from then on they count as missing, one by one. */
export const blobsAccept: FolderCommand = {
  name: 'blobs accept',
  use: 'write',
  summary: 'take the places of files as they are, where what they held is lost for good',
  examples: ['kontor blobs accept'],
  options: {},
  async act(app) {
    const { taken, known } = await app.files.accept()
    return {
      lines: [
        taken.length > 0
          ? `Taken as they are: ${taken.join(', ')}. kontor doctor names the files that lack.`
          : `There is nothing to take: ${known.join(', ')} held the files before, too.`,
      ],
      data: { taken, known },
    }
  },
}
