import '@mantine/core/styles/Accordion.css'
import '@mantine/core/styles/Chip.css'
import '@mantine/core/styles/Fieldset.css'
import '@mantine/core/styles/Kbd.css'
