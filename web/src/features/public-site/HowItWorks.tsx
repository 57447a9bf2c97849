import { Paper, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core'

const steps = [
  {
    name: 'Register and tell us about you',
    text: 'Make an account with your email address. The medical questions matter for a magnet, so we ask them once, in plain words.',
  },
  {
    name: 'Choose a time',
    text: 'Pick a free 30-minute slot that suits you, in the time zone of the clinic. You can move or cancel it later.',
  },
  {
    name: 'See and share the results',
    text: 'Your scans and files appear in your account. You decide what is requested, and your physician sees it there too.',
  },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <Title order={2} id="how-it-works" mb="lg">
        How it works
      </Title>
      <SimpleGrid component="ol" cols={{ base: 1, md: 3 }} spacing="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map(({ name, text }, index) => (
          <Paper component="li" key={name} withBorder p="xl" radius="lg" bg="var(--fornix-surface)">
            <ThemeIcon size={40} radius="xl" variant="light" aria-hidden fw={700}>
              {index + 1}
            </ThemeIcon>
            <Title order={3} size="h4" mt="md" mb={4}>
              {name}
            </Title>
            <Text c="dimmed">{text}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
