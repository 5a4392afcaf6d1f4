### Textos da página de envio.

upload-title = Enviar
upload-heading = Envie uma imagem.
upload-heading-second = Receba um link.
upload-drop-here = Solte imagens aqui
upload-or-paste = ou cole com { $key }
upload-choose = Escolher imagens
upload-choose-more = Adicionar imagens
upload-up-to = { $formats }, até { SIZE($bytes) } cada.
upload-with-account = Cadastre-se grátis para ter mais envios e uma biblioteca
upload-accounts-only = É preciso ter uma conta para enviar
upload-accounts-only-text = Este servidor só aceita imagens de usuários conectados.
upload-accounts-only-register = Criar uma conta
upload-storage = Armazenamento livre: { SIZE($bytes) }.
upload-album = Álbum
upload-expiry = Expiração
upload-options = Opções para as próximas imagens
upload-queue = Imagens
upload-overall = { $done } de { $all } concluídas
upload-cancel-all = Cancelar tudo
upload-retry-all = Repetir as que falharam
upload-clear = Limpar lista
upload-cancel-one = Cancelar { $name }
upload-remove-one = Remover { $name } da lista
upload-retry-one = Repetir { $name }
upload-status-queued = Na fila
upload-status-processing = Processando…
upload-status-sending = { $percent }%
upload-progress-of = Enviando { $name }
upload-cut = Conexão perdida. Seus arquivos continuam aqui; vamos tentar de novo quando a conexão voltar.
upload-too-large = Grande demais: { SIZE($bytes) } (o limite é { SIZE($limit) }).
upload-empty = Este arquivo está vazio.
upload-link-format = Tipo de link
upload-copy-all = { $count ->
    [one] Copiar link
   *[other] Copiar todos os { $count }
}
upload-all-links = Todos os links
upload-delete-link = Link de exclusão
upload-delete-link-hint = Qualquer pessoa com este link pode excluir a imagem.
upload-expires = Expiração: { TIME($when) }
upload-history-title = Enviadas deste navegador
upload-history-text = Salvo apenas neste navegador. Se você limpar os dados de navegação, perde os links de exclusão.
upload-history-forget-all = Limpar lista
upload-history-forget = Remover desta lista
upload-history-delete = Excluir imagem
upload-history-actions-for = Ações para { $name }
upload-history-copy-link = Copiar link
upload-history-more = Mostrar mais { $count }
upload-claim-title = { $count ->
    [one] Adicionar um envio anterior à sua conta?
   *[other] Adicionar { $count } envios anteriores à sua conta?
}
upload-claim-text = Feitos neste navegador antes de você entrar.
upload-claim-action = Adicionar à biblioteca
upload-claim-later = Agora não
upload-claim-done = { $count ->
    [one] { $count } imagem adicionada à sua biblioteca
   *[other] { $count } imagens adicionadas à sua biblioteca
}
upload-claim-none = Essas imagens não existem mais.
upload-expiry-0 = Nunca
upload-expiry-1 = 1 hora
upload-expiry-24 = 1 dia
upload-expiry-168 = 1 semana
upload-expiry-720 = 30 dias
upload-expiry-8760 = 1 ano

upload-choose-photos = Escolher fotos
upload-take-photo = Tirar foto
upload-promise = Os dados de localização e da câmera são removidos.
upload-left = { $remaining ->
    [one] Resta { $remaining } envio nesta hora.
   *[other] Restam { $remaining } envios nesta hora.
}
upload-more-than-left = { $remaining ->
    [0] Suas imagens serão enviadas automaticamente às { CLOCK($time) }.
    [one] Só { $remaining } das suas { $files } imagens cabe nesta hora. As outras serão enviadas automaticamente às { CLOCK($time) }.
   *[other] Só { $remaining } das suas { $files } imagens cabem nesta hora. As outras serão enviadas automaticamente às { CLOCK($time) }.
}
upload-copy-after = Copiar o link após o envio
upload-done = Enviada
upload-failed-count = { $count ->
    [one] { $count } falhou
   *[other] { $count } falharam
}
upload-speed = { SIZE($bytes) }/s
upload-time-left = Tempo restante: { DURATION($seconds) }
upload-pause = Pausar
upload-continue = Continuar
upload-show-failed = Mostrar as que falharam ({ $count })
upload-pause-limit = Limite por hora atingido. O envio continua às { CLOCK($time) }.
upload-pause-service = O serviço está ocupado. O envio continua em { DURATION($seconds) }.
upload-pause-session = Sua sessão foi encerrada. Entre para continuar o envio; seus arquivos foram mantidos.
upload-sign-in = Entrar
upload-sign-in-now = Entre para continuar agora
upload-unreadable = Não foi possível ler este arquivo.
upload-no-svg = SVG não é aceito porque pode conter scripts.
upload-no-image = Formato de imagem não aceito.
upload-unsupported = Formato de imagem não aceito. Use { $formats }.
upload-converted = Convertida de { $from } para { $to }
upload-removed-location-camera = Dados de localização e da câmera removidos
upload-removed-location = Localização removida
upload-removed-camera = Dados da câmera removidos
upload-removed-metadata = Metadados removidos
upload-copy-link = Copiar link
upload-share = Compartilhar…
upload-open = Abrir
upload-open-image = Abrir { $name }
upload-links-count = { $count ->
    [one] { $count } link
   *[other] { $count } links
}
upload-copy-chosen = { $count ->
    [one] Copiar { $count } link
   *[other] Copiar { $count } links
}
upload-history-actions = Ações para estas imagens
upload-history-choose = Selecionar { $name }
upload-history-unselect = Limpar seleção
upload-history-copy-delete-link = Copiar link de exclusão
upload-history-forget-title = { $count ->
    [one] Remover este envio da lista?
   *[other] Remover { $count } envios da lista?
}
upload-history-forget-text = { $count ->
    [one] A imagem continua on-line, mas este navegador não poderá mais excluí-la.
   *[other] As imagens continuam on-line, mas este navegador não poderá mais excluí-las.
}
upload-history-delete-title = { $count ->
    [one] Excluir “{ $name }”?
   *[other] Excluir { $count } imagens?
}
upload-history-delete-text = { $count ->
    [one] Ela será excluída definitivamente e os links vão parar de funcionar.
   *[other] Elas serão excluídas definitivamente e os links vão parar de funcionar.
}
upload-history-deleted = { $count ->
    [one] { $count } imagem excluída
   *[other] { $count } imagens excluídas
}
