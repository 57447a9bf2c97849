import { Checkbox, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { hitsInEveryLook } from '../testing/axe.ts'
import { show } from '../testing/show.tsx'

const Fields = ({ error = '' }) => (
  <section aria-label={error || 'Right'}>
    <TextInput label="Name" error={error} />
    <Textarea label="Message" error={error} />
    <Select label="State" data={['CT', 'MA']} error={error} />
    <Checkbox size="md" label="I agree" error={error} />
    <Radio size="md" label="Yes" error={error} />
    <Checkbox.Group size="md" label="Purpose" error={error}>
      <Checkbox value="own" label="Personal use" />
    </Checkbox.Group>
    <Radio.Group size="md" label="Record" error={error}>
      <Radio value="first" label="The first" />
    </Radio.Group>
  </section>
)

test.each(['light', 'dark'] as const)(
  'in the %s every wrong field has the border, icon and sentence of an error, and not only the focused one',
  async (scheme) => {
    const sentence = 'Please correct it'
    const { screen } = await show(
      <>
        <Fields />
        <Fields error={sentence} />
      </>,
      { scheme },
    )
    const bordersOf = (name: string) =>
      [...screen.getByRole('region', { name }).element().querySelectorAll('textarea, input:not([type="hidden"])')].map(
        (field) => getComputedStyle(field).borderTopColor,
      )
    const sentences = screen.getByText(sentence).elements()
    expect(sentences).toHaveLength(7)
    const { color } = getComputedStyle(sentences[0]!)
    expect(bordersOf(sentence)).toEqual(Array(7).fill(color))
    expect(bordersOf('Right')).not.toContain(color)
    for (const one of sentences) {
      const { content, width, maskImage, backgroundColor } = getComputedStyle(one, '::before')
      expect({ content, maskImage, backgroundColor }).toEqual({
        content: '""',
        maskImage: expect.stringContaining('data:image/svg'),
        backgroundColor: color,
      })
      expect(Number.parseFloat(width)).toBeGreaterThan(11)
    }
    expect(await hitsInEveryLook()).toEqual([])
  },
)
