import type { FolderCommand } from '../command.ts'

/** For files that are lost: from then on they count as missing, one by one. */
export const blobsAccept: FolderCommand = {
  name: 'blobs accept',
  use: 'write',
  summary: 'take the places of files as they are, where what they held is lost for good',
  examples: ['kontor blobs accept'],
  options: {},
  async act(app) {
    const places = await app.files.accept()
    return {
      lines: [`Taken as they are: ${places.join(', ')}. kontor doctor names the files that lack.`],
      data: { places },
    }
  },
}
