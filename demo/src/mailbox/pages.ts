import { escapeHtml } from '../../../server/src/platform/base/escape-html.ts'
import { page } from '../page.ts'
import type { DemoMessage } from './store.ts'

const shown = (iso: string) =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(
    new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  )} UTC</time>`

/** Plain text with its addresses made clickable; everything between them is escaped. */
const linked = (text: string, links: string[]) => {
  const longestFirst = [...links].sort((a, b) => b.length - a.length)
  let html = ''
  for (let at = 0; at < text.length; ) {
    const link = longestFirst.find((candidate) => text.startsWith(candidate, at))
    html += link ? `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>` : escapeHtml(text[at] ?? '')
    at += link?.length ?? 1
  }
  return html
}

const searchForm = (to: string) => `<form class="search" method="get" action="/demo/mail" role="search">
<label for="to">Messages for</label>
<div><input id="to" name="to" type="email" value="${escapeHtml(to)}" placeholder="any address" autocomplete="off">
<button>Show</button></div></form>`

export const listPage = (messages: DemoMessage[], to: string) =>
  page(
    'Demo mailbox',
    `<main class="wide"><h1>Demo mailbox</h1>
<p class="dimmed">Every email that this demo sends ends here. Nothing leaves the machine.</p>
${searchForm(to)}
${
  messages.length === 0
    ? `<p class="empty">${to ? `No messages for ${escapeHtml(to)} yet.` : 'No messages yet.'}</p>`
    : `<ul class="messages">${messages
        .map(
          ({ id, subject, to: people, date }) => `<li><a href="/demo/mail/message/${escapeHtml(id)}">
<strong>${escapeHtml(subject || '(no subject)')}</strong><span>To ${escapeHtml(people.join(', '))}</span><small>${shown(date)}</small></a></li>`,
        )
        .join('')}</ul>`
}
<p><a href="/demo/mail${to ? `?to=${encodeURIComponent(to)}` : ''}">Refresh</a></p></main>`,
  )

const person = (label: string, addresses: string[]) =>
  addresses.length > 0 ? `<dt>${label}</dt><dd>${escapeHtml(addresses.join(', '))}</dd>` : ''

export const messagePage = (message: DemoMessage) =>
  page(
    message.subject || '(no subject)',
    `<main class="wide"><p><a href="/demo/mail">All messages</a></p>
<h1>${escapeHtml(message.subject || '(no subject)')}</h1>
<dl>${person('From', [message.from])}${person('To', message.to)}${person('CC', message.cc)}${person('BCC', message.bcc)}
<dt>Date</dt><dd>${shown(message.date)}</dd>${person(
      'Attachments',
      message.attachments.map(({ filename, size }) => `${filename} (${size} bytes)`),
    )}</dl>
<div class="text">${linked(message.text, message.links)}</div></main>`,
  )

export const missingPage = () =>
  page(
    'No such message',
    '<main class="wide"><h1>No such message</h1><p><a href="/demo/mail">All messages</a></p></main>',
  )
