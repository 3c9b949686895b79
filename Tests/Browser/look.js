// What is wrong with how a page looks: a list of sentences. Evaluated in the page.
(() => {
  const problems = [];
  const name = (element) => {
    const text = (element.textContent || '').trim().slice(0, 40);
    const place = element.closest('section');
    return `${place ? '#' + place.id + ' ' : ''}<${element.tagName.toLowerCase()}> "${text}"`;
  };
  const isSeen = (element) => element.getClientRects().length > 0;

  // A page of a day: what people came for is on the first screen, and the whole is short.
  const isDesk = window.innerWidth > 900;
  const figures = document.querySelector('.figures');
  if (matchMedia('screen').matches && figures) {
    const limit = isDesk ? 600 : 700;
    for (const element of [document.querySelector('.told li'), ...figures.children]) {
      const end = element.getBoundingClientRect().bottom + window.scrollY;
      if (end > limit) problems.push(`${name(element)} ends at ${Math.round(end)} px, below ${limit}`);
    }
    const screens = document.scrollingElement.scrollHeight / (isDesk ? 900 : 844);
    if (screens > (isDesk ? 4 : 6)) problems.push(`the page is ${screens.toFixed(1)} screens long`);
  }
  // What is folded is looked at, too.
  const folded = [...document.querySelectorAll('details:not([open])')];
  folded.forEach((element) => { element.open = true; });

  const root = document.scrollingElement;
  // Not innerWidth: phones zoom out of a page that is too wide.
  if (root.scrollWidth > root.clientWidth) {
    problems.push(`the page is ${root.scrollWidth} wide on a screen of ${root.clientWidth}`);
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (!isSeen(element) || element.closest('svg') || element.closest('caption')) continue;
    // Fields scroll what is longer than they are.
    if (element.matches('input, textarea')) continue;
    if (element.matches('.scroll')) {
      if (isDesk && figures && element.scrollWidth > element.clientWidth + 1) {
        problems.push(`${name(element)} is wider than the page: ${element.scrollWidth}`);
      }
      continue;
    }
    // What lies in a region that scrolls may be wider than the region, never than its own cell.
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
      problems.push(`${name(element)} is clipped: ${element.scrollWidth} in ${element.clientWidth}`);
    }
  }

  // Texts of charts: inside of their drawing, and not over each other.
  for (const svg of document.querySelectorAll('svg')) {
    if (!isSeen(svg) || svg.ariaHidden) continue;
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map((text) => [text, text.getBoundingClientRect()]);
    for (const [text, box] of texts) {
      if (box.left < frame.left - 1 || box.right > frame.right + 1
          || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
        problems.push(`${name(text)} leaves its chart`);
      }
    }
    texts.forEach(([text, box], index) => {
      for (const [other, otherBox] of texts.slice(index + 1)) {
        const across = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
        const down = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
        // Lines of text may touch: their boxes are higher than their letters.
        if (across > 1 && down > 4) problems.push(`${name(text)} lies over ${name(other)}`);
      }
    });
    const size = 11 * frame.width / svg.viewBox.baseVal.width;
    if (size < 9.5) problems.push(`letters of ${size.toFixed(1)} px in ${svg.getAttribute('aria-labelledby')}`);
    if (!svg.querySelector('title').textContent || !svg.querySelector('desc').textContent) {
      problems.push(`${svg.getAttribute('aria-labelledby')} has no words`);
    }
  }

  // Contrast of every text with the ground that it stands on (WCAG 2.2, 1.4.3).
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // Behind all: the browser's own colour, which is dark where the page allows it.
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = 'Canvas';
  const canvas = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (color && channels(color)[3] !== 0) return color;
    }
    return canvas;
  };
  const weak = new Set();
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const color = element.closest('svg') ? style.fill : style.color;
    const [light, dark] = [luminance(color), luminance(ground(element))].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) weak.add(`${color} on ${ground(element)}: contrast ${contrast.toFixed(2)}`);
  }
  problems.push(...weak);

  // What a screen reader needs.
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) problems.push(`${name(heading)} skips a level`);
    level = next;
  }
  if (document.querySelectorAll('h1').length !== 1) problems.push('there is not one h1');
  for (const header of document.querySelectorAll('th')) {
    if (!header.scope) problems.push(`${name(header)} has no scope`);
  }
  for (const table of document.querySelectorAll('table')) {
    if (table.getAttribute('role') === 'presentation') continue;
    if (!table.caption || !table.caption.textContent) problems.push('a table has no caption');
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => problems.push(`id ${id} occurs again`));
  if (document.querySelector('script')) problems.push('there is a script');
  folded.forEach((element) => { element.open = false; });
  return problems;
})()
