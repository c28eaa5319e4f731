import type { Page } from 'puppeteer-core'

/**
 * What nobody would show to a customer, found by geometry, which is the same on every machine: a
 * page that scrolls sideways, things to press that lie over one another or outside, and words that
 * are cut off where nothing says so.
 */
export async function flawsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(search)) as string[]
}

// What runs in the page is text here: this project has no types for what browsers have.
const search = `(() => {
  const found = []
  // The content scrolls in a box of its own: the page around it is never too wide.
  for (const it of [document.documentElement, ...document.querySelectorAll('main')]) {
    const wide = it.scrollWidth - it.clientWidth
    if (wide > 0) found.push('the page is ' + wide + ' dots too wide')
  }
  const nameOf = (it) => it.tagName.toLowerCase() + ' ' +
    (it.getAttribute('aria-label') || it.textContent || it.name || '').trim().slice(0, 40)
  const scrolls = (it) => {
    const { overflowX, overflowY } = getComputedStyle(it)
    return /auto|scroll|hidden|clip/.test(overflowX + overflowY)
  }
  const boxOf = (it) => {
    let { left, top, right, bottom } = it.getBoundingClientRect()
    for (let up = it.parentElement; up && up !== document.body; up = up.parentElement) {
      if (!scrolls(up)) continue
      const of = up.getBoundingClientRect()
      left = Math.max(left, of.left); right = Math.min(right, of.right)
      top = Math.max(top, of.top); bottom = Math.min(bottom, of.bottom)
    }
    return { left, top, right, bottom }
  }
  const isSeen = (it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(it).clipPath === 'none' &&
    !it.closest('[popover]:not(:popover-open), .sr, .skip')
  // What lies under an open question cannot be pressed.
  const root = document.querySelector('dialog:modal') ?? document.querySelector('main') ?? document
  const pressed = [...root.querySelectorAll('a, button, input, select, textarea')]
    .filter(isSeen)
    .map((it) => ({ it, box: boxOf(it) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
  for (const [i, one] of pressed.entries()) {
    const { left, right, top, bottom } = one.box
    if (left < -1 || right > innerWidth + 1) found.push(nameOf(one.it) + ' sticks out')
    const own = one.it.getBoundingClientRect()
    // A link within a line that is too long ends in three dots, as the line does.
    const isLine = getComputedStyle(one.it).display === 'inline'
    if (own.width - (right - left) > 2 && !isLine) found.push(nameOf(one.it) + ' is cut off')
    for (const other of pressed.slice(i + 1)) {
      if (one.it.contains(other.it) || other.it.contains(one.it)) continue
      const across = Math.min(right, other.box.right) - Math.max(left, other.box.left)
      const down = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top)
      if (across > 2 && down > 2) found.push(nameOf(one.it) + ' lies over ' + nameOf(other.it))
    }
  }
  const words = 'h1, h2, h3, p, a, button, dt, dd, th, td, label, .badge'
  for (const it of document.querySelectorAll('main :is(' + words + ')')) {
    if (!isSeen(it) || it.closest('pre, [role=grid]')) continue
    const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(it)
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue
    const isCut = overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1
    if (isCut) found.push(nameOf(it) + ' is cut off')
    const out = it.closest('section, article, .tile, .box')?.getBoundingClientRect()
    const own = it.getBoundingClientRect()
    const leaves = out && (own.left < out.left - 1 || own.right > out.right + 1)
    if (leaves && own.width > 0 && !scrolls(it.parentElement)) {
      found.push(nameOf(it) + ' leaves its box')
    }
  }
  return [...new Set(found)]
})()`
