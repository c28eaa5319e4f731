import type { Page } from 'puppeteer-core'

/**
 * What cannot be told from its ground, computed from the colours that the browser uses: text below
 * 4.5 to 1 (large text below 3, WCAG 1.4.3), and below 3 to 1 what alone shows that something can
 * be filled in or is chosen, signs, bars and meters (1.4.11). In the dark also what was left white.
 */
export async function contrastFlaws(page: Page): Promise<string[]> {
  return (await page.evaluate(search)) as string[]
}

// What runs in the page is text here: this project has no types for what browsers have.
const search = `(() => {
  const found = new Map()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map()
  const rgba = (colour) => {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(colour, [r, g, b, a / 255])
    }
    return known.get(colour)
  }
  const over = ([r, g, b, a], ground) =>
    [r, g, b].map((part, i) => part * a + ground[i] * (1 - a)).concat(1)
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const style = (it, part) => getComputedStyle(it, part)
  const parents = (it) => {
    const all = []
    for (let one = it; one; one = one.parentElement) all.push(one)
    return all
  }
  const groundOf = (it) => parents(it).reverse().reduce(
    (ground, one) => over(rgba(style(one).backgroundColor), ground), [255, 255, 255, 1])
  const shown = (colour, it) => {
    const [r, g, b, a] = rgba(colour)
    return [r, g, b, parents(it).reduce((part, one) => part * style(one).opacity, a)]
  }
  // The picture at the door is a ground that nobody can compute; it is looked at by axe.
  const aside = '.sr, .skip, .door-story, [popover]:not(:popover-open), :disabled, ' +
    '[aria-disabled=true]'
  const isSeen = (it) => !it.closest(aside) &&
    it.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const note = (what, it, { colour, ground, least }) => {
    const value = ratio(over(colour, ground), ground)
    const name = what + ' ' + it.tagName.toLowerCase() + '.' + (it.getAttribute('class') ?? '') +
      ' in ' + (it.parentElement?.getAttribute('class') ?? '')
    if (value < least && !(found.get(name) <= value)) found.set(name, value)
  }
  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = letters.nextNode(); node; node = letters.nextNode()) {
    const it = node.parentElement
    if (!node.data.trim() || !isSeen(it) || it.closest('script, style')) continue
    const { color, fill, fontSize, fontWeight } = style(it)
    const points = parseFloat(fontSize) * (fontWeight >= 700 ? 1.29 : 1)
    const colour = shown(it instanceof SVGElement ? fill : color, it)
    note('text', it, { colour, ground: groundOf(it), least: points >= 24 ? 3 : 4.5 })
  }
  for (const it of document.querySelectorAll('[placeholder]')) {
    if (!isSeen(it)) continue
    const { color, opacity } = style(it, '::placeholder')
    const [r, g, b, a] = rgba(color)
    note('placeholder', it, { colour: [r, g, b, a * opacity], ground: groundOf(it), least: 4.5 })
  }
  const native = '[type=checkbox], [type=radio], [type=hidden], [type=file]'
  const hasEdge = (it) => parseFloat(style(it).borderTopWidth) > 0
  for (const field of document.querySelectorAll('input, select, textarea, .drop')) {
    if (field.matches(native) || !isSeen(field)) continue
    // A field without an edge stands in something that has one, with its sign.
    const it = parents(field).slice(0, 3).find(hasEdge)
    if (!it) found.set('no edge ' + field.outerHTML.slice(0, 60), 0)
    else note('edge', it, { colour: shown(style(it).borderTopColor, it.parentElement),
      ground: groundOf(it.parentElement), least: 3 })
  }
  for (const it of document.querySelectorAll('.segments input:checked + span')) {
    if (!isSeen(it)) continue
    const ring = /^(.*?[)]) .*inset/.exec(style(it).boxShadow)?.[1] ?? 'transparent'
    note('chosen', it, { colour: rgba(ring), ground: groundOf(it.parentElement), least: 3 })
  }
  for (const it of document.querySelectorAll('.meter > i')) {
    if (isSeen(it) && it.clientWidth > 0) {
      note('meter', it, { colour: groundOf(it), ground: groundOf(it.parentElement), least: 3 })
    }
  }
  for (const it of document.querySelectorAll('main svg path')) {
    if (!isSeen(it)) continue
    for (const colour of [style(it).stroke, style(it).fill]) {
      if (colour === 'none') continue
      note('sign', it.closest('svg'), { colour: shown(colour, it), ground: groundOf(it), least: 3 })
    }
  }
  // Labels stand over whatever day is chosen: with a ground of their own.
  for (const it of document.querySelectorAll('.chart-rule text')) {
    const { stroke, paintOrder, fill } = style(it)
    if (!paintOrder.startsWith('stroke')) found.set('label without a ground', 0)
    else note('label', it, { colour: rgba(fill), ground: rgba(stroke), least: 4.5 })
    const after = it.closest('g').nextElementSibling
    if (after && !after.matches('.chart-rule')) found.set('label under a bar', 0)
  }
  if (style(document.documentElement).backgroundColor && light(groundOf(document.body)) < 0.2) {
    for (const it of document.querySelectorAll('body *')) {
      if (!isSeen(it) || style(it).backgroundImage !== 'none') continue
      const [r, g, b, a] = rgba(style(it).backgroundColor)
      const isPressed = it.matches('.button-main, .button-good, .avatar, .meter > i')
      if (a > 0.5 && light([r, g, b]) > 0.5 && !isPressed) {
        found.set('white ' + it.tagName + '.' + it.className, 0)
      }
    }
  }
  return [...found].map(([what, value]) => value.toFixed(2) + ' ' + what)
})()`
