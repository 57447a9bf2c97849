import { Alert, Button, Card, Select, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { SummaryList } from '../ui/display/SummaryList.tsx'
import { DobSelects } from '../ui/form/DobSelects.tsx'

afterEach(() => {
  document.documentElement.style.removeProperty('font-size')
  return page.viewport(1280, 800)
})

/** The narrowest phone, in a browser whose text is set twice as large. */
const showLarge = async (element: ReactElement) => {
  await page.viewport(320, 640)
  document.documentElement.style.setProperty('font-size', '200%')
  const shown = await show(
    <main style={{ padding: 16 }}>
      <Card withBorder p="lg">
        {element}
      </Card>
    </main>,
  )
  await document.fonts.ready
  return shown
}

/** Words that go on in another line. */
const brokenWords = (place: Element) => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const broken: string[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    for (const { 0: word, index } of (currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
      range.setStart(currentNode, index)
      range.setEnd(currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  }
  return broken
}

const isCut = (element: Element) => element.scrollWidth > element.clientWidth

test('names and values stand below each other, with whole words', async () => {
  const { screen } = await showLarge(
    <SummaryList
      rows={[
        ['Indication', 'Aneurysm'],
        ['Date of birth', 'April 17, 1986'],
      ]}
    />,
  )
  expect(brokenWords(screen.container)).toEqual([])
})

test('a button holds its longest word', async () => {
  const { screen } = await showLarge(<Button leftSection={<IconDownload size={16} />}>Cancel appointment</Button>)
  expect(isCut(screen.getByRole('button').element())).toBe(false)
})

test('a warning stands below its sign where it would be cut beside it', async () => {
  const { screen } = await showLarge(
    <Alert icon={<IconAlertTriangle />}>
      <Text fw={600}>Not for emergencies. If this is an emergency, call 911.</Text>
    </Alert>,
  )
  const alert = screen.getByRole('alert').element()
  expect(isCut(alert)).toBe(false)
})

test('what was chosen is read whole', async () => {
  const { screen } = await showLarge(
    <>
      <Select label="Which scan?" data={['September 10, 2026']} value="September 10, 2026" />
      <DobSelects value="04-17-1986" />
    </>,
  )
  for (const field of screen.getByRole('combobox').elements()) expect(isCut(field), field.ariaLabel ?? '').toBe(false)
})
