### Textos das páginas geradas pelo servidor: imagens, álbuns compartilhados, denúncias, exclusão, envio sem JavaScript.

pages-title = { $title } · imgd
pages-skip = Ir para o conteúdo
pages-nav-label = Site
pages-nav-upload = Enviar
pages-nav-sign-in = Entrar
pages-nav-library = Biblioteca
pages-footer-label = Sobre este site
pages-footer-unlisted = As imagens não são listadas: qualquer pessoa com o link pode vê-las.
pages-footer-about = Sobre
pages-footer-api = API
pages-footer-terms = Termos
pages-footer-privacy = Privacidade
pages-footer-contact = Contato
pages-language = Idioma
pages-language-choose = Mudar idioma

## Cópia

pages-copy = Copiar
pages-copied = Copiado
# $what é o nome de um tipo de link, como Markdown.
pages-copied-what = Copiado: { $what }
pages-copy-failed = Pressione Ctrl+C ou ⌘C para copiar

## Página de uma imagem

pages-view-description = Imagem { $format }, { $sides } pixels, { $size }
pages-view-download = Baixar
pages-view-share = Compartilhar…
pages-view-original = Abrir original
pages-view-links = Links
pages-view-link-type = Tipo de link
pages-view-details = Detalhes
pages-view-report = Denunciar esta imagem
pages-view-moderate = Moderar
pages-view-zoom = Zoom
pages-view-zoom-in = Ampliar
pages-view-zoom-out = Reduzir
pages-view-zoom-fit = Ajustar
pages-view-zoom-fit-long = Ajustar à janela
pages-view-zoom-actual = Tamanho real
pages-view-no-private = Os dados de localização e da câmera são removidos de todos os envios.
pages-link-direct = Link direto
pages-link-view-page = Página da imagem
pages-link-thumbnail = Miniatura
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = Nome do arquivo
pages-fact-format = Formato
pages-fact-dimensions = Dimensões
pages-fact-size = Tamanho
pages-fact-animation = Animação
pages-fact-uploaded = Envio
pages-fact-expires = Expiração
pages-fact-never = Nunca
pages-fact-pixels = { $sides } pixels
pages-fact-pixels-in-all = { $count } no total
pages-fact-megapixels = { $count } MP
pages-fact-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-fact-frames = { $count ->
    [one] { $count } quadro
   *[other] { $count } quadros
}

## Parte do dono na página de uma imagem

pages-owner-heading = Sua imagem
pages-owner-name = Nome do arquivo
pages-owner-name-missing = Digite um nome.
pages-owner-album = Álbum
pages-owner-album-none = Nenhum álbum
pages-owner-expiry = Expiração
pages-owner-expiry-keep = Não alterar
pages-owner-expiry-never = Nunca
pages-owner-expiry-hour = Em 1 hora
pages-owner-expiry-day = Em 1 dia
pages-owner-expiry-week = Em 1 semana
pages-owner-expiry-month = Em 30 dias
pages-owner-removed = Metadados removidos: { $kinds }
pages-owner-save = Salvar
pages-owner-saved = Salvo
pages-owner-failed = Algo deu errado. Tente de novo.
pages-owner-delete = Excluir imagem
pages-owner-delete-heading = Excluir esta imagem?
pages-owner-delete-text = Ela será excluída definitivamente e os links vão parar de funcionar.
pages-owner-delete-cancel = Cancelar
pages-owner-delete-confirm = Excluir definitivamente
pages-removed-gps = localização
pages-removed-camera = câmera
pages-removed-timestamps = datas
pages-removed-software = software
pages-removed-author = autor
pages-removed-maker_notes = notas do fabricante da câmera
pages-removed-thumbnail = prévia incorporada
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = comentários
pages-removed-text = texto
pages-removed-secondary_images = imagens ocultas
pages-removed-trailing_data = dados após o fim do arquivo
pages-removed-other = outros dados

## Álbuns compartilhados

pages-album-nav = Álbum
pages-album-images = { $count ->
    [one] { $count } imagem
   *[other] { $count } imagens
}
pages-album-empty = Ainda não há imagens aqui.
pages-album-pages = Páginas
pages-album-first-page = Primeira página
pages-album-next-page = Próxima página
pages-album-updated = Atualização
pages-album-until = Disponível até
pages-album-download = Baixar tudo
pages-album-download-part = Baixar parte { $part } de { $parts }
pages-album-previous = Anterior
pages-album-next = Próxima

pages-locked-title = Senha necessária
pages-locked-heading = Este álbum é protegido
pages-locked-text = Digite a senha que você recebeu com o link.
pages-locked-password = Senha
pages-locked-wrong = Esta senha não está correta.
pages-locked-open = Abrir álbum

## Exclusão por link

pages-delete-heading = Excluir esta imagem?
pages-delete-text = Todos os links dela vão parar de funcionar na hora. Esta ação não pode ser desfeita.
pages-delete-confirm = Excluir definitivamente
pages-delete-keep = Manter
pages-deleted-heading = Imagem excluída
pages-deleted-text = A imagem, a miniatura e todos os links foram excluídos definitivamente.
pages-upload-image = Enviar uma imagem

## Denúncias

pages-report-heading = Denunciar esta imagem
pages-report-question = O que há de errado com ela?
pages-report-illegal = Conteúdo ilegal
pages-report-abuse = Assédio, ameaças ou ódio
pages-report-copyright = Violação de direitos autorais
pages-report-privacy = Informações privadas ou uma foto minha
pages-report-spam = Spam ou golpe
pages-report-other = Outro motivo
pages-report-comment = Mais alguma coisa que devemos saber
pages-report-email = E-mail (caso precisemos de mais informações)
pages-report-optional = opcional
pages-report-send = Enviar denúncia
pages-report-back = Voltar para a imagem
pages-report-reason-missing = Escolha o que há de errado com ela.
pages-report-comment-long = Reduza o comentário para { $max } caracteres.
pages-report-email-wrong = Digite um endereço de e-mail válido ou deixe em branco.
pages-reported-heading = Denúncia enviada
pages-reported-text = Agradecemos. Vamos analisá-la em breve.

## Envio sem JavaScript

pages-upload-heading = Enviar imagens
pages-upload-off = Este servidor só aceita envios de contas. Entre primeiro.
pages-upload-challenge = Este servidor pede no momento um cálculo para envios sem conta, o que precisa de JavaScript. Envie pela página inicial ou entre.
pages-upload-files = Imagens
pages-upload-up-to = { $formats }, até { $size } cada, { $files ->
    [one] { $files } imagem
   *[other] { $files } imagens
} por vez.
pages-upload-up-to-any = { $formats }, até { $size } cada.
pages-upload-expiry = Expiração
pages-upload-send = Enviar
pages-upload-anonymous = Você recebe links para compartilhar e um link para excluir cada imagem. Guarde os links de exclusão: eles não serão mostrados de novo.
pages-uploaded-heading = { $count ->
    [one] Imagem enviada
   *[other] { $count } imagens enviadas
}
pages-uploaded-some = Envios concluídos: { $count }; com falha: { $failed }
pages-uploaded-failed = { $count ->
    [one] O envio falhou
   *[other] { $count } envios falharam
}
pages-uploaded-keep = Guarde os links de exclusão. Eles não serão mostrados de novo.
pages-uploaded-delete-link = Link de exclusão
pages-uploaded-delete-hint = Qualquer pessoa com este link pode excluir a imagem.
pages-uploaded-all-links = Todos os links
pages-uploaded-more = Enviar mais
pages-problem-missing-file = Escolha pelo menos uma imagem.
pages-problem-empty-file = Este arquivo está vazio.
pages-problem-file-type = Formato de imagem não aceito. Use { $formats }.
pages-problem-unreadable = Esta imagem está danificada e não pode ser lida.
pages-problem-pixels = Esta imagem tem pixels ou quadros demais. Redimensione-a e tente de novo.
pages-problem-too-large = Este arquivo é grande demais. O limite é { $size }.
pages-problem-too-many = Arquivos demais. Envie { $files } por vez.
pages-problem-refused = Esta imagem não é permitida aqui.
pages-problem-storage = Não há mais espaço para esta imagem.
pages-problem-busy = O serviço está ocupado. Tente de novo em instantes.
pages-problem-other = Algo deu errado. Tente de novo.

## Erros

pages-error-image-heading = Imagem indisponível
pages-error-image-text = Esta imagem não está disponível. Ela pode ter sido excluída ou expirado, ou o link pode estar incompleto (os links diferenciam maiúsculas de minúsculas).
pages-error-album-heading = Álbum indisponível
pages-error-album-text = Este álbum não está disponível. Ele pode não estar mais compartilhado, ou o link pode estar incompleto (os links diferenciam maiúsculas de minúsculas).
pages-error-ended-heading = Este álbum não está mais compartilhado
pages-error-ended-text = O link expirou. Peça um novo à pessoa que o enviou a você.
pages-error-download-heading = Os downloads estão desativados
pages-error-download-text = O dono não permite baixar este álbum. Você ainda pode ver as imagens.
pages-error-page-heading = Página não encontrada
pages-error-page-text = O endereço pode ter sido digitado errado, ou a página pode ter mudado de lugar.
pages-error-cursor-heading = Página não encontrada
pages-error-cursor-text = O link está incompleto. Recomece pela primeira página.
pages-error-delete-heading = Este link de exclusão não é válido
pages-error-delete-text = Ele não pertence a esta imagem. O link certo foi mostrado uma vez, após o envio.
pages-error-limit-heading = Solicitações demais
pages-error-limit-text = { $minutes ->
    [one] Tente de novo em um minuto.
   *[other] Tente de novo em { $minutes } minutos.
}
pages-error-busy-heading = O serviço está ocupado
pages-error-busy-text = Tente de novo em instantes.
pages-error-failed-heading = Algo deu errado
pages-error-failed-text = Tente de novo. Se continuar acontecendo, informe este código: { $id }
pages-error-other-text = Verifique o endereço e tente de novo.

## Sobre

pages-about-title = Envie uma imagem, receba um link
pages-about-description = Envie imagens e compartilhe-as com um link. Sem precisar de conta; os dados de localização e da câmera são removidos.
pages-about-description-kept = Envie imagens e compartilhe-as com um link. Sem precisar de conta.
pages-about-heading = Envie uma imagem.
pages-about-heading-second = Receba um link.
pages-about-lead = Envie sem conta e receba seis formatos de link: direto, miniatura, página, HTML, Markdown e BBCode.
pages-about-api = Ver a API
pages-about-errors = Códigos de erro
pages-about-try = Experimentar
pages-about-example = Exemplo de envio
pages-about-answer = Resposta
pages-about-copy-name = Exemplo
pages-about-promises = Com o que você pode contar
pages-about-stored = Armazenado de verdade
pages-about-stored-text = Um envio só é confirmado quando está seguro no disco.
pages-about-gone = Excluído de verdade
pages-about-gone-text = Uma imagem excluída ou expirada deixa de existir naquele instante.
pages-about-private = Privacidade por padrão
pages-about-private-text = Localização, números de série da câmera e comentários são removidos.
pages-about-plans = Planos
pages-about-plans-label = Limites dos planos
pages-about-plan = Plano
pages-about-plan-requests = Solicitações por hora
pages-about-plan-size = Tamanho máximo do arquivo
pages-about-plan-files = Arquivos por lote
pages-about-plan-pixels = Megapixels
pages-about-plan-storage = Armazenamento
pages-about-plan-default-expiry = Expira após, se não escolhido
pages-about-plan-max-expiry = Expira no máximo após
pages-about-unlimited = ilimitado
pages-errors-title = Códigos de erro
pages-errors-lead = Cada falha da API tem um código, e cada código tem um único status. A primeira frase da mensagem nunca muda; o resto pode mudar.
pages-errors-status = Status
