### Textos da estrutura do site e de todas as páginas.

common-site-name = imgd
common-skip = Ir para o conteúdo
common-description = Envie imagens e receba links para compartilhar.
common-offline-title = Você está off-line
common-offline-hint = Verifique sua conexão e tente de novo.
common-shared-failed = Não foi possível receber os arquivos compartilhados. Escolha-os aqui.
common-loading = Carregando…
common-solving = Uma breve verificação contra uso automático está em andamento…
common-not-found = Página não encontrada
common-page-failed = Não foi possível carregar esta página
common-page-failed-hint = Verifique sua conexão e tente de novo.
common-try-again = Tentar de novo
common-cancel = Cancelar
common-close = Fechar
common-save = Salvar
common-saved = Salvo
common-copy = Copiar
common-copied = Copiado
common-copied-that = Copiado: { $what }
common-copy-failed = Pressione Ctrl+C ou ⌘C para copiar
common-optional = opcional
common-nav-label = Site
common-nav-upload = Enviar
common-nav-library = Biblioteca
common-nav-albums = Álbuns
common-nav-account = Conta
common-nav-trash = Lixeira
common-nav-admin = Administração
common-nav-account-menu = { $initial }, conta de { $name }
common-nav-sign-in = Entrar
common-nav-sign-out = Sair
common-nav-register = Criar conta
common-footer-unlisted = As imagens não são listadas: qualquer pessoa com o link pode vê-las.
common-footer-about = Sobre e planos
common-footer-api = API
common-theme-label = Aparência
common-theme-system = Automática
common-theme-light = Clara
common-theme-dark = Escura
common-plan-free = Free
common-plan-pro = Pro
common-plan-enterprise = Enterprise
common-language = Idioma
common-account-language = O idioma da sua conta é { $language }.
common-switch-language = Mudar idioma
common-language-browser = Idioma do navegador
common-chart-table = Mostrar como tabela
common-chart-day = Dia
common-chart-peak = Dia de pico: { $figure }
common-offline = Você está off-line. Vamos continuar quando a conexão voltar.
common-session-ended = Sua sessão foi encerrada. Suas alterações foram mantidas.
common-leave-changes = Descartar as alterações?
common-leave-keep = Continuar editando
common-leave-discard = Descartar
common-leave-secret = Isto não será mostrado de novo. Fechar mesmo assim?
common-leave-stay = Voltar

# Envio em todas as páginas. $count é 0 quando o navegador não informa o número.
common-drop-now = { $count ->
    [0] Solte para enviar
    [one] Solte para enviar { $count } arquivo
   *[other] Solte para enviar { $count } arquivos
}
common-drop-album = para o álbum “{ $album }”
common-upload-percent = { $percent }%
common-upload-progress = { $percent }%, { $done } de { $total } concluídos
common-upload-started = { $count ->
    [one] Enviando { $count } arquivo
   *[other] Enviando { $count } arquivos
}
common-upload-finished = { $count ->
    [one] { $count } imagem enviada
   *[other] { $count } imagens enviadas
}
common-upload-partly = Envios concluídos: { $done }; com falha: { $failed }
common-upload-show = Mostrar
common-link-copied = Link copiado
common-export-started = { $images ->
    [0] Download iniciado
    [one] Baixando { $images } imagem ({ SIZE($bytes) })
   *[other] Baixando { $images } imagens ({ SIZE($bytes) })
}
common-waiting-approval = Sua conta aguarda aprovação
common-waiting-approval-text = Um administrador precisa aprovar { $email } antes que você possa enviar imagens.
common-waiting-verification = Confirme seu endereço de e-mail
common-waiting-verification-text = Abra o link que enviamos para { $email }. Depois você poderá enviar imagens.
common-waiting-check = Verificar novamente
