import type { Screen } from '../screen.ts'
import { isOperator } from '../session.ts'
import { places } from './places.ts'

const isOpen = () => isOperator.value

export const operatorScreens: readonly Screen[] = places.map(([path, name, icon]) => ({
  path,
  isOperators: true,
  load: async () => (await import('../../screens/operate/screens.ts')).screenOf(path),
  ...(name && { place: { name, group: 'operate', icon, isOpen } }),
}))
