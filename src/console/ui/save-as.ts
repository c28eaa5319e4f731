/** Has the browser save what is at an address. */
export function saveAs({ url, filename }: { url: string; filename: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
}

/** Has it save a text that lies in the window. */
export function saveText({ text, filename }: { text: string; filename: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  saveAs({ url, filename })
  URL.revokeObjectURL(url)
}
