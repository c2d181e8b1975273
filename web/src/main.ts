import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './lib/settings.svelte'
import { loadWords } from './lib/words.svelte'
import './style/type.css'
import './style/page.css'

await loadWords(settings.language)
mount(App, { target: document.getElementById('page')! })
