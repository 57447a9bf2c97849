import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright'
const require = createRequire(import.meta.url)
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
const dist = '/tmp/team/w2dist'
const types = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2', html: 'text/html' }
const config = { project: '0192f0aa-0000-7000-8000-000000000001', project_name: 'Lumen Neuro', identity: { kind: 'oidc', client_id: 'web', issuer: 'http://localhost:3000/oidc', label: 'Sign in with a demo account' }, demo: true, version: 'test', scheduling_url: '', viewer_url_template: '', contact: { address: '1 Harbor Way, Hartford, CT 06103', email: 'hello@lumen.example', phone: '(860) 555-0100', social: [{ name: 'LinkedIn', url: 'https://linkedin.example/x' }] } }
const server = createServer(async (req, res) => {
  const path = new URL(req.url, 'http://x').pathname
  if (path === '/common/api/config/') { res.setHeader('content-type', 'application/json'); return res.end(JSON.stringify(config)) }
  if (/^\/(common|patient\/(register|verify_email))/.test(path) && req.method === 'POST') { res.statusCode = path.includes('verify') ? 400 : 201; res.setHeader('content-type', 'application/json'); return res.end(JSON.stringify({ message: 'Registration successful!', error: 'This link has expired. Please ask for a new one.', code: 'link_expired', detail: '', request_id: '' })) }
  if (path.startsWith('/common')) { res.statusCode = 401; return res.end('{}') }
  const file = path.includes('.') ? path : '/index.html'
  try { const body = await readFile(dist + file); res.setHeader('content-type', types[file.split('.').pop()] ?? 'application/octet-stream'); res.end(body) } catch { res.statusCode = 404; res.end() }
}).listen(4177)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const all = { landing: '/', patients: '/patients', register: '/patient-register', physicians: '/physicians', admin: '/adminPage', terms: '/terms-and-conditions', privacy: '/privacy-policy', about: '/aboutus', reset: '/patient/reset-password', change: '/patient/change-password/abcdefghijklmnopqrstuv', verify: '/patient/verify-email/abcdefghijklmnopqrstuv', forbidden: '/403', notfound: '/nothing', callback: '/auth/callback' }
const wanted = process.argv[2] ? process.argv[2].split(',') : Object.keys(all)
for (const scheme of ['light', 'dark']) for (const width of [1280, 390]) {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 860 }, colorScheme: scheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && !/401|400/.test(m.text()) && console.log('console', m.text().slice(0, 200)))
  page.on('pageerror', (e) => console.log('pageerror', e.message))
  for (const name of wanted) {
    await page.goto('http://localhost:4177' + all[name]); await page.waitForSelector('h1'); await page.waitForTimeout(400)
    if (name === 'register') { await page.getByLabel('Password', { exact: true }).fill('Portal1'); await page.getByRole('button', { name: 'Register', exact: true }).click(); await page.waitForTimeout(300) }
    await page.screenshot({ path: `/tmp/team/w2shots/${name}-${width}-${scheme}.png`, fullPage: true })
    await page.evaluate(axe)
    const r = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
    for (const v of r.violations) console.log(name, width, scheme, v.id, v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | '), v.nodes[0].failureSummary?.slice(0, 160))
    await page.setViewportSize({ width: width === 390 ? 320 : width, height: 844 }); 
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (over > 0) console.log('OVERFLOW', name, width, over)
    await page.setViewportSize({ width, height: width === 390 ? 844 : 860 })
  }
  await context.close()
}
await browser.close(); server.close()
