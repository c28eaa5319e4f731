import { useEffect } from 'preact/hooks'

/** What windows, marks and those who listen know a screen by. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
}
