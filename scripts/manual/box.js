// The search box of the manual, in the reader's browser. scripts/manual/render.ts makes one file of
// it and of find.ts. Without scripts the box is not there, and the list of pages is.
import { find } from './find.ts'

const box = document.querySelector('.search')
const input = box.querySelector('input')
const list = box.querySelector('ol')
const told = box.querySelector('[role=status]')
const pages = new URL('../manual', import.meta.url).pathname

let sections

/** Asked for when somebody wants to search: most readers do not. */
function index() {
  sections ??= fetch(new URL('manual-index.json', import.meta.url)).then((answer) => answer.json())
  return sections
}

async function show() {
  const query = input.value
  const all = await index()
  // Somebody has typed on meanwhile.
  if (query !== input.value) return
  const found = find(all, query)
  list.replaceChildren(...found.map(itemOf))
  box.classList.toggle('open', query.trim() !== '')
  told.textContent = query.trim() === '' ? '' : sayingOf(found.length, query)
}

function sayingOf(count, query) {
  if (count === 0) return `Nothing here says “${query.trim()}”. Try fewer or other words.`
  return count === 1 ? 'One place' : `${count} places`
}

function itemOf({ section, snippet }) {
  const { page, title, heading, anchor } = section
  const link = element('a', element('b', heading === title ? title : `${title}: ${heading}`))
  link.href = `${page === '' ? pages : `${pages}/${page}`}${anchor === '' ? '' : `#${anchor}`}`
  link.addEventListener('click', close)
  const text = element('span')
  for (const piece of snippet) text.append(piece.isMatch ? element('mark', piece.text) : piece.text)
  link.append(text)
  return element('li', link)
}

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function close() {
  input.value = ''
  list.replaceChildren()
  told.textContent = ''
  box.classList.remove('open')
}

/** From the box down into the list and up again. */
function step(down) {
  const stops = [input, ...list.querySelectorAll('a')]
  const next = stops.indexOf(document.activeElement) + (down ? 1 : -1)
  stops[Math.max(0, Math.min(next, stops.length - 1))].focus()
}

box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    step(event.key === 'ArrowDown')
  } else if (event.key === 'Escape') {
    close()
    input.focus()
  } else if (event.key === 'Enter' && document.activeElement === input) {
    list.querySelector('a')?.click()
  }
})

document.addEventListener('keydown', (event) => {
  const isTyping = document.activeElement instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})

document.addEventListener('click', ({ target }) => {
  if (!box.contains(target)) box.classList.remove('open')
})

input.addEventListener('focus', () => {
  index()
  box.classList.toggle('open', input.value.trim() !== '')
})
input.addEventListener('input', show)

// Where there is room the list of headings stands open beside the text.
const contents = document.querySelector('.contents details')
if (contents && matchMedia('(min-width: 75rem)').matches) contents.open = true
box.hidden = false
