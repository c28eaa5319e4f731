/** Has the browser save what is at an address. */
export function saveAs({ url, filename }: { url: string; filename: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
}

/** Has it save a text that lies in the window. */
export function saveText({ text, filename }: { text: string; filename: string }): void {
  saveBlob({ blob: new Blob([text], { type: 'application/json' }), filename })
}

/** Has it save bytes that lie in the window. */
export function saveBlob({ blob, filename }: { blob: Blob; filename: string }): void {
  const url = URL.createObjectURL(blob)
  saveAs({ url, filename })
  URL.revokeObjectURL(url)
}
